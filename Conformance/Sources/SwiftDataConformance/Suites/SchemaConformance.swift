import Foundation
import SwiftData
import Testing

/// `Schema`: its initialisers, entities, versions, and encoding.
///
/// A schema that is saved to a file and loaded has the same version and the same entities. `Schema.Version`
/// values are ordered by their major, minor and patch numbers.
@Suite("Conformance: Schema")
struct SchemaConformance {
  @Test("All spellings")
  func initialisers() {
    #expect(Schema().entities.isEmpty)
    let types: [any PersistentModel.Type] = [Summit.self]
    let schemas = [
      Schema(types), Schema(types, version: Schema.Version(1, 0, 0)), Schema(Summit.self),
      Schema(Summit.self, version: .init(1, 0, 0)), Schema(versionedSchema: PathsV1.self),
      Schema(Schema.Entity("Summit")),
    ]
    #expect(
      schemas.map { $0.entities.first?.name } == Array(repeating: "Summit", count: 4) + [
        "Path", "Summit",
      ])
    #expect(schemas[4].version == Schema.Version(1, 0, 0))
    #expect(schemas[0] == schemas[1])
    #expect(schemas[0].encodingVersion == Schema.schemaEncodingVersion)
    #expect(!schemas[0].debugDescription.isEmpty)
  }

  @Test("Entities by name and by type")
  func entities() {
    let schema = Schema(Stage.types)
    #expect(schema.entitiesByName["Climber"]?.name == "Climber")
    #expect(schema.entity(for: Climber.self)?.name == "Climber")
    #expect(Schema.entityName(for: PathsV2.Path.self) == "Path")
  }

  @Test("To a file and back")
  func files() throws {
    try inDirectory { directory in
      let url = directory.appendingPathComponent("schema")
      let schema = Schema(Stage.types, version: Schema.Version(1, 2, 3))
      try schema.save(to: url)
      let copy = try Schema.load(from: url)
      #expect(copy.version.description == "1.2.3")
      #expect(Set(copy.entities.map(\.name)) == Set(schema.entities.map(\.name)))
    }
  }

  @Test("Versions are ordered")
  func versions() {
    let version = Schema.Version(1, 2, 3)
    #expect("\(version.major) \(version.minor) \(version.patch)" == "1 2 3")
    #expect(version < Schema.Version(1, 10, 0))
  }

  @Test("What the macro writes down")
  func metadata() {
    let entry = Schema.PropertyMetadata(
      name: "name", keypath: \Summit.name, defaultValue: nil, metadata: nil)
    let children = Set(Mirror(reflecting: entry).children.compactMap(\.label))
    #expect(children.isSuperset(of: ["keypath", "metadata"]))
  }
}
