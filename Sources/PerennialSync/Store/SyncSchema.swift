import Perennial

/// The entities of a store, by the names that they have in records: the first names that entities and
/// properties ever had.
struct SyncSchema: Sendable {
  let entities: [SyncedEntity]
  /// The entities whose tables have rows, one for each table.
  let roots: [SyncedEntity]
  /// The relationships with a join table that can lead to an entity, by the entity's table.
  private let joinsByTable: [String: [SyncedEntity.Join]]
  private let oneToOneReferences: [String: SyncedEntity.OneToOneReference]
  private let numberByType: [String: Int]
  private let numberByName: [String: Int]

  init(
    _ all: StoreEntities, store: Int, _ descriptions: [EntityDescription],
    sealed: (ModelLayout) throws -> Set<String> = { _ in [] }
  ) rethrows {
    let described = Dictionary(
      descriptions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let entities = try all.all.filter { $0.store == store }.map {
      SyncedEntity($0, of: all, described, sealed: try sealed($0.layout))
    }
    self.entities = entities
    var tables: Set<String> = []
    roots = entities.filter { tables.insert($0.containerEntity.layout.tableName).inserted }
    var joins: [String: [String: SyncedEntity.Join]] = [:]
    for join in entities.flatMap(\.joins) {
      joins[join.relationship.destination.tableName, default: [:]][join.tableName] = join
    }
    joinsByTable = joins.mapValues { $0.values.sorted { $0.tableName < $1.tableName } }
    oneToOneReferences = Dictionary(
      entities.flatMap(\.oneToOneReferences).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    func numbers(_ name: (SyncedEntity) -> String) -> [String: Int] {
      Dictionary(
        entities.enumerated().map { (name($1), $0) }, uniquingKeysWith: { first, _ in first })
    }
    numberByType = numbers(\.type)
    numberByName = numbers(\.name)
  }

  /// `true` if an entity has counters.
  var hasCounters: Bool { entities.contains { !$0.counters.isEmpty } }

  /// The forms of the fields of all entities, by types.
  var forms: [String: [String: String]] {
    Dictionary(entities.map { ($0.type, $0.form) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the entity of a type of records; nil if the program does not have it.
  func entity(ofType type: String) -> SyncedEntity? { numberByType[type].map { entities[$0] } }

  /// Returns `true` if a field of an entity can reference records of a type.
  func admits(_ type: String, in field: String, ofType owner: String) -> Bool {
    guard let destination = entity(ofType: owner)?.destination(ofField: field) else { return true }
    return entity(ofType: type)?.containerEntity.layout.isKind(of: destination) ?? false
  }

  /// Returns the relationships with a join table that can lead to an entity.
  func joins(to entity: SyncedEntity) -> [SyncedEntity.Join] {
    joinsByTable[entity.tableName] ?? []
  }

  /// Returns a one-to-one relationship.
  func oneToOneReference(_ identity: String) -> SyncedEntity.OneToOneReference? {
    oneToOneReferences[identity]
  }

  /// Returns the entity with a name.
  func entity(named name: String) -> SyncedEntity? { numberByName[name].map { entities[$0] } }
}
