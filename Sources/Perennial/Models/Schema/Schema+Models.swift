extension Schema {
  /// The models behind the entities; empty in a schema that was read from a file.
  var types: [any PersistentModel.Type] { entities.compactMap(\.type) }

  /// Creates the schema of some models. A model that is listed twice counts once.
  ///
  /// ```swift
  /// let schema = Schema([Trip.self, Stop.self])
  /// ```
  public convenience init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    var seen: Set<ObjectIdentifier> = []
    let distinct = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
    self.init(entities: distinct.map(Entity.init(of:)), version: version)
  }

  /// Creates the schema of some models.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Creates the schema of a version: its models and its number.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// Returns the entity of a model; nil if the schema does not have it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[Self.entityName(for: type)]
  }

  /// Returns the name of a model's entity: the name of the class, without its module.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    ModelLayout.entityName(of: type)
  }

  /// Returns this schema, extended with the models that its models are related to or inherit from.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if two models have the same name.
  func closed() throws -> Schema {
    var all: [any PersistentModel.Type] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = types[...]
    while let type = waiting.popFirst() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      all.append(type)
      let layout = ModelLayout.of(type)
      waiting += layout.properties.compactMap(\.destination)
      if let superlayout = layout.superlayout { waiting.append(superlayout.type) }
    }
    var byName: [String: any PersistentModel.Type] = [:]
    for type in all {
      let name = ModelLayout.of(type).entityName
      if let other = byName.updateValue(type, forKey: name) {
        throw SwiftDataError.loadIssueModelContainer.because(
          """
          two models of one schema are called \(name): \(String(reflecting: other)) and \
          \(String(reflecting: type))
          """)
      }
    }
    return Schema(entities: all.map(Entity.init(of:)), version: version)
  }
}
