public import Foundation

/// The entities of a store: its models and their properties.
// Sendable: all properties are constants. Entities are not changed once a schema has them.
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
  public static let schemaEncodingVersion = Version(1, 0, 0)

  public let encodingVersion: Version
  public let version: Version
  public let entities: [Entity]
  public let entitiesByName: [String: Entity]

  init(entities: [Entity], version: Version) {
    encodingVersion = Self.schemaEncodingVersion
    self.version = version
    self.entities = entities
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    Entity.connect(entities)
  }

  public convenience init() {
    self.init(entities: [], version: Version(1, 0, 0))
  }

  public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    self.init(entities: entities, version: version)
  }

  // MARK: Files

  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

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
