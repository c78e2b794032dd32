import Perennial

/// The entities that a file describes.
struct StoreSchema {
  let entities: [EntityDescription]
  private let byName: [String: EntityDescription]
  private let shared: Set<String>
  /// The join tables, sorted by name.
  let joins: [String]

  init(_ entities: [EntityDescription]) {
    self.entities = entities.sorted { $0.name < $1.name }
    byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    joins = Set(
      entities.flatMap(\.properties).compactMap { $0.relationship?.join?.table }
    ).sorted()
    shared = Set(entities.filter { $0.superentity != nil }.map(\.table))
  }

  subscript(_ name: String) -> EntityDescription? { byName[name] }

  /// Returns `true` if a table has the objects of several entities.
  func isShared(_ table: String) -> Bool { shared.contains(table) }

  /// Returns the superentities of an entity, from the root of the hierarchy, followed by the entity itself.
  func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var lineage = [entity]
    while let name = lineage[0].superentity, let next = byName[name],
      !lineage.contains(where: { $0.name == name })
    {
      lineage.insert(next, at: 0)
    }
    return lineage
  }

  /// The tables of entities, sorted by name.
  var tables: [String] { Set(entities.map(\.table)).sorted() }

  /// Returns the columns of a table that belong to properties, order keys or links.
  func knownColumns(of table: String) -> Set<String> {
    if joins.contains(table) { return Set(LinkShape.columns) }
    var columns: Set<String> = [SQLName.primaryKey]
    if isShared(table) { columns.insert(SQLName.entity) }
    for property in entities.filter({ $0.table == table }).flatMap(\.properties) {
      if let column = property.column?.name { columns.insert(column) }
      if let position = property.relationship?.position { columns.insert(position) }
    }
    return columns
  }
}
