/// The description of an entity: its properties in order, their columns, their constraints, and the
/// other ends of their relationships.
///
/// A layout is created once for each model class, from the metadata that `@Model` generates. It needs
/// no container. The layout of an entity whose class the program does not have is made from the
/// description in a store's file; see ``described(by:rules:cases:)``. Such a layout reads and writes rows, and
/// makes no objects.
package final class ModelLayout: @unchecked Sendable {
  // Sendable: all properties are constants, except `resolved`, which is set once.

  /// The class; a placeholder if the layout was made from a description.
  package let type: any PersistentModel.Type
  /// `true` if the layout was made from a description, without a class.
  package let isDescribed: Bool
  /// `false` if the layout was made from a description and the file does not record the effects of
  /// deletions on related objects.
  let hasKnownRules: Bool
  package let entityName: String
  /// The layout of the model that the class inherits from.
  package let superlayout: ModelLayout?
  /// The name of the table that contains the entity's objects. The classes of a hierarchy share one
  /// table.
  package let tableName: String
  /// The properties, those of superclasses first.
  package let properties: [PropertyLayout]
  /// The constraints, those of superclasses first.
  package let uniquenessConstraints: [[PropertyLayout]]
  /// The indices that `#Index` declares, those of superclasses first.
  let indices: [IndexLayout]
  /// The rules that the class itself declares with `#Merge`.
  let ownMergeRules: [Schema.MergeRule]
  /// The checks for stored values that are not cases of their types.
  let caseChecks: [CaseCheck]
  private let inheritedKeyPaths: [AnyKeyPath]
  private let indexByKeyPath: [AnyKeyPath: Int]
  private let indexByName: [String: Int]
  private let resolved = LazyReference<Relationships>()

  /// The relationships. They are resolved when all models are known, because models reference one
  /// another.
  private final class Relationships: Sendable {
    let byIndex: [Int: RelationshipLayout]
    let all: [RelationshipLayout?]

    /// - Parameter own: The relationships that the entity declares itself; nil for its attributes.
    init(_ own: [RelationshipLayout?], of layout: ModelLayout) {
      // An inherited relationship is one relationship, however many classes have it.
      all = (layout.superlayout?.known.all ?? []) + own
      byIndex = all.reduce(into: [:]) { relationships, relationship in
        if let relationship { relationships[relationship.property.index] = relationship }
      }
    }
  }

  /// Returns the layout of a model class. O(1) after the first call for the class.
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

  /// Returns the layout of an object's class; quicker than ``of(_:)`` if the object is in a graph.
  static func of(model: some PersistentModel) -> ModelLayout {
    model._$header.pointee.modelTable?.layout ?? of(Swift.type(of: model))
  }

  private static let known = Guarded<[ObjectIdentifier: ModelLayout]>([:])

  private convenience init(_ type: any PersistentModel.Type) {
    let entityName = Self.entityName(of: type)
    let superlayout = type.supermodel.map(ModelLayout.of)
    let metadata = type.ownSchemaMetadata
    let slots = type._$slots
    let members = metadata.filter { !($0.metadata is any ModelDeclaration) }
    let inherited = superlayout?.properties ?? []
    // Siblings share a table, so the columns that a subclass adds have its name as a prefix.
    let prefix = superlayout == nil ? "" : "\(entityName)."
    let columns = SQLName.columns(
      properties: members.map { prefix + $0.name }, besides: inherited.compactMap(\.columnName))
    var properties = inherited
    for (number, member) in members.enumerated() where inherited.count + number < slots.count {
      let index = inherited.count + number
      properties.append(
        PropertyLayout(
          index: index,
          of: type, named: entityName,
          metadata: member,
          slot: slots[index],
          columnName: columns[number]
        )
      )
    }
    // An inherited property has a key path of the superclass, and another key path of this class.
    let inheritedKeyPaths = type._$inheritedKeyPaths
    let paths = Array(properties.map(\.keyPath).enumerated()) + inheritedKeyPaths.enumerated()
    let indexByKeyPath = Dictionary(first: paths.map { ($0.element, $0.offset) })
    func resolve(_ paths: [AnyKeyPath]) -> [PropertyLayout]? {
      let found = paths.compactMap { indexByKeyPath[$0] }.map { properties[$0] }
      return found.count == paths.count && found.allSatisfy { $0.column != nil } ? found : nil
    }
    let constraints = metadata.compactMap { $0.metadata as? any KeyPathConstraint }
    var unique = properties[inherited.count...].filter {
      $0.attribute?.isUnique == true || $0.relationship?.isUnique == true
    }.map { [$0] }
    unique += constraints.flatMap(\.uniqueKeyPaths).compactMap(resolve)
    let indices = constraints.flatMap(\.indexedKeyPaths).compactMap { index in
      resolve(index.keyPaths).map { IndexLayout(kind: index.kind, properties: $0) }
    }
    self.init(
      type, entityName: entityName, superlayout: superlayout,
      table: SQLName.table(entity: entityName),
      properties: properties, uniquenessConstraints: unique, indices: indices,
      mergeRules: metadata.compactMap { ($0.metadata as? any ModelMergeRule)?.rule },
      inheritedKeyPaths: inheritedKeyPaths, indexByKeyPath: indexByKeyPath)
  }

  /// Creates the layout of an entity without a class, from its description.
  ///
  /// ``resolve(_:)`` sets its relationships, once the layouts of all entities exist.
  ///
  /// - Parameters:
  ///   - table: The name of the table; ignored if there is a superlayout.
  ///   - properties: The properties that the entity declares itself.
  ///   - uniquenessConstraints: The names of the properties of each constraint that the entity declares.
  ///   - indices: The names of the properties of each index that the entity declares.
  convenience init(
    described entityName: String, inheriting superlayout: ModelLayout?, table: String,
    properties: [PropertyLayout], uniquenessConstraints: [[String]], indices: [[String]],
    hasKnownRules: Bool
  ) {
    let properties = (superlayout?.properties ?? []) + properties
    func named(_ names: [String]) -> [PropertyLayout] {
      names.compactMap { name in properties.first { $0.name == name } }
    }
    self.init(
      _UnknownModel.self, isDescribed: true, hasKnownRules: hasKnownRules, entityName: entityName,
      superlayout: superlayout,
      table: table, properties: properties,
      uniquenessConstraints: uniquenessConstraints.map(named),
      indices: indices.map { IndexLayout(kind: .binary, properties: named($0)) }, mergeRules: [],
      inheritedKeyPaths: [], indexByKeyPath: [:])
  }

  private init(
    _ type: any PersistentModel.Type, isDescribed: Bool = false, hasKnownRules: Bool = true,
    entityName: String, superlayout: ModelLayout?, table: String,
    properties: [PropertyLayout], uniquenessConstraints ownConstraints: [[PropertyLayout]],
    indices ownIndices: [IndexLayout], mergeRules: [Schema.MergeRule],
    inheritedKeyPaths: [AnyKeyPath],
    indexByKeyPath: [AnyKeyPath: Int]
  ) {
    self.type = type
    self.isDescribed = isDescribed
    self.hasKnownRules = hasKnownRules
    self.entityName = entityName
    self.superlayout = superlayout
    self.properties = properties
    ownMergeRules = mergeRules
    self.inheritedKeyPaths = inheritedKeyPaths
    self.indexByKeyPath = indexByKeyPath
    let table = superlayout?.tableName ?? table
    tableName = table
    caseChecks = properties.compactMap { CaseCheck($0, table: table) }
    indexByName = Dictionary(first: properties.map { ($0.name, $0.index) })
    uniquenessConstraints = Self.distinct(
      (superlayout?.uniquenessConstraints ?? []) + ownConstraints)
    var seen = Set<[String]>()
    indices = ((superlayout?.indices ?? []) + ownIndices).filter {
      seen.insert($0.description).inserted
    }
  }

  private static func distinct(_ lists: [[PropertyLayout]]) -> [[PropertyLayout]] {
    var seen: Set<[Int]> = []
    return lists.filter { seen.insert($0.map(\.index)).inserted }
  }

  /// Returns the simple name of the class, even if the class is nested.
  static func entityName(of type: any PersistentModel.Type) -> String { String(describing: type) }

  /// The properties that the class declares itself.
  package var ownProperties: ArraySlice<PropertyLayout> {
    properties[(superlayout?.properties.count ?? 0)...]
  }

  /// The constraints that the class declares itself.
  var ownUniquenessConstraints: ArraySlice<[PropertyLayout]> {
    uniquenessConstraints[(superlayout?.uniquenessConstraints.count ?? 0)...]
  }

  /// The rule by which sync merges objects of the class: its own, or else that of its superclass.
  package var mergeRule: Schema.MergeRule {
    ownMergeRules.first ?? superlayout?.mergeRule ?? .byField
  }

  /// The lists of properties that the class itself adds an index for. The store has one kind of
  /// index, so each list occurs once, even if several kinds are declared for it.
  var ownIndices: ArraySlice<[PropertyLayout]> {
    indexedProperties.dropFirst(superlayout?.indexedProperties.count ?? 0)
  }

  private var indexedProperties: [[PropertyLayout]] { Self.distinct(indices.map(\.properties)) }

  /// The layout of the root class of the hierarchy.
  package var root: ModelLayout { superlayout?.root ?? self }

  /// Returns `true` if the class is another one, or inherits from it.
  package func isKind(of other: ModelLayout) -> Bool {
    self === other || superlayout?.isKind(of: other) == true
  }

  /// `true` if `@Model` was applied to the class itself, and not only to a superclass; also for a layout
  /// that was made from a description.
  var isDeclared: Bool {
    if isDescribed { return true }
    let paths = type._$inheritedKeyPaths
    return type._$slots.count == properties.count
      && paths.count == superlayout?.properties.count ?? 0
      && paths.allSatisfy { Swift.type(of: $0).rootType == type }
  }

  /// The number of the class's superclasses in its hierarchy.
  package var depth: Int { superlayout.map { $0.depth + 1 } ?? 0 }

  /// The columns by which the store finds rows: the first columns of indices, the references and
  /// the primary key.
  var indexedColumns: Set<String> {
    let first = (uniquenessConstraints + indices.map(\.properties)).compactMap(\.first?.columnName)
    let references = properties.filter(\.isToOne).compactMap(\.columnName)
    return Set(first + references + [SQLName.primaryKey])
  }

  package func property(at keyPath: AnyKeyPath) -> PropertyLayout? {
    indexByKeyPath[keyPath].map { properties[$0] }
  }

  /// Returns the key path from this class to a property.
  func keyPath(of property: PropertyLayout) -> AnyKeyPath {
    inheritedKeyPaths.indices.contains(property.index)
      ? inheritedKeyPaths[property.index] : property.keyPath
  }

  package func property(named name: String) -> PropertyLayout? {
    indexByName[name].map { properties[$0] }
  }

  /// Returns the relationship of a property: its destination, its inverse and its storage.
  package func relationship(_ index: Int) -> RelationshipLayout? {
    known.all.indices.contains(index) ? known.all[index] : nil
  }

  /// All relationships, by property index.
  package var relationships: [Int: RelationshipLayout] { known.byIndex }

  private var known: Relationships {
    if let known = resolved.object { return known }
    let own = ownProperties.map { RelationshipLayout($0, of: self) }
    return resolved.setIfNil(Relationships(own, of: self))
  }

  /// Sets the relationships that an entity without a class declares itself, after those of its
  /// superlayout.
  ///
  /// - Parameter own: For each property of the entity its relationship; nil for an attribute.
  func resolve(_ own: [RelationshipLayout?]) {
    _ = resolved.setIfNil(Relationships(own, of: self))
  }
}

// MARK: - Values

extension ModelLayout {
  /// Returns the value of an attribute in the current column of a row; nil for nil.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if the column's value is not of the attribute's type, which
  ///   may have been another when the value was written; ``SwiftDataError/missingExternalFile``.
  package func value(of property: PropertyLayout, from row: inout _Storage.Row)
    throws(SwiftDataError)
    -> Any?
  {
    func read<S: _Storage.Slot>(_ slot: S.Type) throws -> Any? { try S(&row)._constant() }
    let value: Any?
    do {
      value = try _openExistential(property.slot, do: read)
    } catch {
      throw .of(error, else: .storeFailure)
    }
    if let failure = row.failure { throw failure.error }
    return value
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
        guard let keyPath = layout.property(named: name).map(layout.keyPath) as? PartialKeyPath<T>
        else {
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
