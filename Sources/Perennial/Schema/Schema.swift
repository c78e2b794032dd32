public import Foundation

/// The entities of a store: its models and their properties.
///
/// ```swift
/// for entity in Schema([Trip.self, Recipe.self]).entities {
///   print(entity.name, entity.attributes.map(\.name), entity.relationships.map(\.name))
/// }
/// ```
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

  init(entities: [Entity], version: Version) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    self.entities = entities
    entitiesByName = Dictionary(first: entities.map { ($0.name, $0) })
    Entity.connect(entities)
  }

  /// Creates a schema without entities.
  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0))
  }

  /// Creates the schema of some entities.
  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  // MARK: Files

  /// Writes the schema to a file, as JSON.
  ///
  /// ```swift
  /// try Schema([Trip.self]).save(to: url)
  /// print(try Schema.load(from: url).entities.map(\.name))
  /// ```
  ///
  /// - Throws: The error of encoding the schema or of writing the file.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` wrote. Its entities have no models.
  ///
  /// ```swift
  /// let former = try Schema.load(from: url)
  /// print(former == Schema(versionedSchema: CurrentSchema.self) ? "unchanged" : "changed")
  /// ```
  ///
  /// - Throws: The error of reading the file or of decoding it.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }

  private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

  public convenience init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entities: try values.decode([Entity].self, forKey: .entities),
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
