public import Foundation

/// The entities of a store: its models and their properties.
// Sendable: all properties are constants. Entities are not changed once a schema has them.
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
  /// The version of the form in which schemas are encoded now.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the form in which this schema is encoded.
  public let encodingVersion: Version
  /// The version of the schema itself; 1.0.0 if the program does not number its schemas.
  public let version: Version
  /// The entities, in the order in which they were given.
  public let entities: [Entity]
  /// The entities, by name.
  public let entitiesByName: [String: Entity]
  /// The models behind the entities; empty in a schema that was read from a file.
  let types: [any PersistentModel.Type]

  init(entities: [Entity], types: [any PersistentModel.Type], version: Version) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    self.entities = entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    self.types = types
    Entity.connect(entities)
  }

  /// Creates a schema without entities.
  public convenience init() {
    self.init(entities: [], types: [], version: Version(1, 0, 0))
  }

  /// Creates the schema of some entities.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, types: entities.compactMap(\.type), version: version)
  }

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
    self.init(entities: distinct.map(Entity.init(of:)), types: distinct, version: version)
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
    return Schema(entities: all.map(Entity.init(of:)), types: all, version: version)
  }

  // MARK: Files

  /// Writes the schema to a file, as JSON.
  ///
  /// - Throws: The error of encoding the schema or of writing the file.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` wrote. Its entities have no models.
  ///
  /// - Throws: The error of reading the file or of decoding it.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }

  private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

  public convenience init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entities: try values.decode([Entity].self, forKey: .entities), types: [],
      version: try values.decode(Version.self, forKey: .version))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(encodingVersion, forKey: .encodingVersion)
    try values.encode(version, forKey: .version)
    try values.encode(entities, forKey: .entities)
  }

  // MARK: Hashable

  /// Returns `true` if both schemas have the same version and equal entities.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs.version == rhs.version && Set(lhs.entities) == Set(rhs.entities)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(entities.map(\.name)))
  }

  public var debugDescription: String {
    "Schema(\(version): \(entities.map(\.name).joined(separator: ", ")))"
  }
}
