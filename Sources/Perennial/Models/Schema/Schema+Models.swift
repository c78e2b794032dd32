extension Schema {
  /// The layouts behind the entities; empty in a schema that was decoded.
  package var layouts: [ModelLayout] { entities.compactMap(\.layout) }
  /// The models behind the entities; empty in a schema without classes.
  var types: [any PersistentModel.Type] { entities.compactMap(\.type) }

  /// Creates the schema of some layouts. A layout that is listed twice counts once.
  package convenience init(layouts: [ModelLayout], version: Version = Version(1, 0, 0)) {
    var seen: Set<ObjectIdentifier> = []
    let distinct = layouts.filter { seen.insert(ObjectIdentifier($0)).inserted }
    self.init(entities: distinct.map(Entity.init(of:)), version: version)
  }

  /// Creates the schema of some models. A model that is listed twice counts once.
  ///
  /// ```swift
  /// let schema = Schema([Trip.self, Stop.self])
  /// ```
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.init(layouts: types.map(ModelLayout.of), version: version)
  }

  /// Creates the schema of some models.
  ///
  /// ```swift
  /// let schema = Schema(Trip.self, Stop.self, version: Schema.Version(2, 1, 0))
  /// ```
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates the schema of a version: its models and its number.
  ///
  /// ```swift
  /// let schema = Schema(versionedSchema: CurrentSchema.self)
  /// print(schema.version)  // 1.0.0
  /// ```
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// Returns the entity of a model; nil if the schema does not have it.
  ///
  /// ```swift
  /// let trip = Schema([Trip.self]).entity(for: Trip.self)
  /// print(trip?.attributesByName["name"]?.isOptional ?? true)  // false
  /// ```
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[Self.entityName(for: type)]
  }

  /// Returns the name of a model's entity: the name of the class, without its module.
  ///
  /// ```swift
  /// print(Schema.entityName(for: Trip.self))  // Trip
  /// ```
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    ModelLayout.entityName(of: type)
  }

  /// Returns this schema, extended with the models that its models are related to or inherit from.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if two models have the same name.
  func closed() throws -> Schema {
    var all: [ModelLayout] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = layouts[...]
    while let layout = waiting.popFirst() {
      guard seen.insert(ObjectIdentifier(layout)).inserted else { continue }
      all.append(layout)
      waiting += layout.properties.compactMap(\.destinationLayout)
      if let superlayout = layout.superlayout { waiting.append(superlayout) }
    }
    var byName: [String: ModelLayout] = [:]
    for layout in all {
      let name = layout.entityName
      if let other = byName.updateValue(layout, forKey: name) {
        throw SwiftDataError.loadIssueModelContainer.because(
          """
          two models of one schema are called \(name): \(String(reflecting: other.type)) and \
          \(String(reflecting: layout.type))
          """)
      }
    }
    return Schema(layouts: all, version: version)
  }
}
