import Foundation
import StoreTesting
import SwiftData
import Testing

/// A store's file that is opened with one set of models after the other, and looked at by SQLite
/// alone in between.
struct MigrationBench {
  let directory: ScratchDirectory
  var url: URL { directory.file("post.store") }

  init() throws { directory = try ScratchDirectory() }

  func container(
    _ types: any PersistentModel.Type...,
    version: Schema.Version = Schema.Version(1, 0, 0),
    plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try container(types, version: version, plan: plan, allowsSave: allowsSave)
  }

  func container(
    _ types: [any PersistentModel.Type],
    version: Schema.Version = Schema.Version(1, 0, 0),
    plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types, version: version),
      migrationPlan: plan,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave)
    )
  }

  func open(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(try container(types))
  }

  /// Saves objects with the models that they belong to.
  func fill<each Model: PersistentModel>(_ models: repeat each Model) throws {
    let context = ModelContext(
      try container(Self.types(repeat (each Model).self))
    )
    repeat context.insert(each models)
    try context.save()
  }

  private static func types<each Model: PersistentModel>(
    _ types: repeat (each Model).Type
  ) -> [any PersistentModel.Type] {
    var list: [any PersistentModel.Type] = []
    repeat list.append(each types)
    return list
  }

  func rows(_ sql: String) throws -> [[String]] { try RawDatabase(url).rows(sql) }

  /// Everything in the file, for comparisons.
  func dump() throws -> [String] { try RawDatabase(url).dump() }

  /// Opening must throw, and leave everything as it is.
  @discardableResult
  func expectRefusal(
    of types: any PersistentModel.Type...,
    saying words: String...,
    error expected: SwiftDataError = .migrationFailure,
    version: Schema.Version = Schema.Version(1, 0, 0),
    plan: (any SchemaMigrationPlan.Type)? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> SwiftDataError? {
    let before = try dump()
    let error = #expect(throws: expected, sourceLocation: location) {
      _ = try container(types, version: version, plan: plan)
    }
    for word in words {
      #expect(
        error?.explanation.contains(word) == true,
        "\(String(describing: error))",
        sourceLocation: location
      )
    }
    #expect(try dump() == before, sourceLocation: location)
    return error
  }

  /// The file must be as sound as, and of the structure of, one that these models make anew.
  func expectStructure(
    of types: any PersistentModel.Type...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let fresh = try MigrationBench()
    do { _ = try fresh.container(types) }
    let raw = try RawDatabase(url)
    #expect(
      try raw.structure() == RawDatabase(fresh.url).structure(),
      sourceLocation: location
    )
    #expect(try raw.value("PRAGMA integrity_check") == "ok", sourceLocation: location)
    #expect(try raw.rows("PRAGMA foreign_key_check").isEmpty, sourceLocation: location)
    // The file describes its entities as a fresh file does.
    let checksums = "SELECT name, checksum FROM _perennial_entities ORDER BY name"
    #expect(
      try raw.rows(checksums) == RawDatabase(fresh.url).rows(checksums),
      sourceLocation: location
    )
  }
}

extension RawDatabase {
  /// All rows of all tables, and the statements that made them.
  func dump() throws -> [String] {
    var lines = try rows("SELECT type, name, sql FROM sqlite_master ORDER BY name").map {
      $0.joined(separator: " ")
    }
    let names = try rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    for name in names.joined() {
      lines += try rows("SELECT * FROM \"\(name)\"").map {
        "\(name): \($0.joined(separator: " | "))"
      }
    }
    return lines
  }
}
