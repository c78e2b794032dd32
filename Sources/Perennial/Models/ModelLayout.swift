import Synchronization

/// What the framework knows of a model class: its properties in order, their columns, their
/// constraints, and the other ends of their relationships.
///
/// A layout is made once for each class, from what `@Model` wrote down, and needs no container.
package final class ModelLayout: @unchecked Sendable {
  // Sendable: constants, and `resolved`, which is set once.

  package let type: any PersistentModel.Type
  package let entityName: String
  /// The name of the entity's table.
  package let tableName: String
  package let properties: [PropertyLayout]
  package let uniquenessConstraints: [[PropertyLayout]]
  package let indices: [[PropertyLayout]]
  private let indexByKeyPath: [AnyKeyPath: Int]
  private let indexByName: [String: Int]
  private let resolved = AtomicLazyReference<Relationships>()

  /// The relationships, which are known when all models are: they lead to one another.
  private final class Relationships: Sendable {
    let byIndex: [Int: RelationshipLayout]
    let all: [RelationshipLayout?]

    init(of layout: ModelLayout) {
      all = layout.properties.map { property in
        property.isRelationship ? RelationshipLayout(property, of: layout) : nil
      }
      byIndex = all.reduce(into: [:]) { relationships, relationship in
        if let relationship { relationships[relationship.property.index] = relationship }
      }
    }
  }

  /// The layout of a model class. O(1) after the first call for the class.
  package static func of(_ type: any PersistentModel.Type) -> ModelLayout {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // Not under the lock: reading the metadata evaluates default values, which are user code.
    let made = ModelLayout(type)
    return known.withLock { layouts in
      if let known = layouts[ObjectIdentifier(type)] { return known }
      layouts[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The layout of an object's class; quicker than ``of(_:)`` if the object is in a graph.
  static func of(model: some PersistentModel) -> ModelLayout {
    model._$header.pointee.table?.layout ?? of(Swift.type(of: model))
  }

  private static let known = Guarded<[ObjectIdentifier: ModelLayout]>([:])

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    entityName = Self.entityName(of: type)
    tableName = SQLName.table(entity: entityName)
    let metadata = type.schemaMetadata
    let slots = type._$slots
    let members = metadata.filter { !($0.metadata is any KeyPathConstraint) }
    let columns = SQLName.columns(properties: members.map(\.name))
    var properties: [PropertyLayout] = []
    for (index, member) in members.enumerated() where index < slots.count {
      properties.append(
        PropertyLayout(
          index: index,
          metadata: member,
          slot: slots[index]._description,
          columnName: columns[index]
        )
      )
    }
    self.properties = properties
    indexByKeyPath = Dictionary(
      properties.map { ($0.keyPath, $0.index) },
      uniquingKeysWith: { first, _ in first }
    )
    indexByName = Dictionary(
      properties.map { ($0.name, $0.index) },
      uniquingKeysWith: { first, _ in first }
    )

    let byKeyPath = indexByKeyPath
    func resolve(_ paths: [AnyKeyPath]) -> [PropertyLayout]? {
      let found = paths.compactMap { byKeyPath[$0] }.map { properties[$0] }
      return found.count == paths.count && found.allSatisfy { $0.column != nil } ? found : nil
    }
    let constraints = metadata.compactMap { $0.metadata as? any KeyPathConstraint }
    var unique = properties.filter {
      $0.attribute?.isUnique == true || $0.relationship?.isUnique == true
    }.map { [$0] }
    unique += constraints.flatMap(\.uniqueKeyPaths).compactMap(resolve)
    uniquenessConstraints = Self.distinct(unique)
    indices = Self.distinct(constraints.flatMap(\.indexedKeyPaths).compactMap(resolve))
  }

  private static func distinct(_ lists: [[PropertyLayout]]) -> [[PropertyLayout]] {
    var seen: Set<[Int]> = []
    return lists.filter { seen.insert($0.map(\.index)).inserted }
  }

  /// The simple name of the class, also when it is nested.
  static func entityName(of type: any PersistentModel.Type) -> String {
    String(describing: type)
  }

  /// The columns by which the store finds rows: those that come first in an index.
  var indexedColumns: Set<String> {
    let first = (uniquenessConstraints + indices).compactMap(\.first?.columnName)
    let references = properties.filter(\.isToOne).compactMap(\.columnName)
    return Set(first + references + [SQLName.primaryKey])
  }

  package func property(at keyPath: AnyKeyPath) -> PropertyLayout? {
    indexByKeyPath[keyPath].map { properties[$0] }
  }

  package func property(named name: String) -> PropertyLayout? {
    indexByName[name].map { properties[$0] }
  }

  /// The relationship of a property: where it leads, its inverse, and what stores it.
  package func relationship(_ index: Int) -> RelationshipLayout? {
    known.all.indices.contains(index) ? known.all[index] : nil
  }

  /// All relationships, by property index.
  package var relationships: [Int: RelationshipLayout] { known.byIndex }

  private var known: Relationships {
    resolved.load() ?? resolved.storeIfNil(Relationships(of: self))
  }
}

// MARK: - Names of key paths

extension ModelLayout {
  static func names<T: PersistentModel>(of keyPaths: [[PartialKeyPath<T>]]) -> [[String]] {
    let layout = ModelLayout.of(T.self)
    return keyPaths.map { $0.map { layout.property(at: $0)?.name ?? "\($0)" } }
  }

  static func keyPaths<T: PersistentModel>(
    named names: [[String]],
    codingPath: [any CodingKey]
  ) throws -> [[PartialKeyPath<T>]] {
    let layout = ModelLayout.of(T.self)
    return try names.map { list in
      try list.map { name in
        guard let keyPath = layout.property(named: name)?.keyPath as? PartialKeyPath<T> else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: codingPath,
              debugDescription: "\(layout.entityName) has no property “\(name)”"
            )
          )
        }
        return keyPath
      }
    }
  }
}
