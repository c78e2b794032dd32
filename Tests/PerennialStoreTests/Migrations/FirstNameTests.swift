import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("First names of properties")
struct FirstNameTests {
  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      var heading: String

      init(_ heading: String) { self.heading = heading }
    }
  }

  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      @Attribute(originalName: "heading") var title: String
      /// Another property with the former name.
      var heading: Int = 0

      init(_ title: String) { self.title = title }
    }
  }

  enum Third: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      @Attribute(originalName: "title") var name: String
      var heading: Int = 0

      init(_ name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self, Third.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: First.self, toVersion: Second.self),
        .lightweight(fromVersion: Second.self, toVersion: Third.self),
      ]
    }
  }

  private let directory: ScratchDirectory
  private var url: URL { directory.file("notes.store") }

  init() throws { directory = try ScratchDirectory() }

  private func open(_ version: any VersionedSchema.Type, isPlanned: Bool = false) throws {
    _ = try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: isPlanned ? Plan.self : nil,
      configurations: [ModelConfiguration(url: url)])
  }

  private func firstNames() throws -> [String: String] {
    let rows = try RawDatabase(url).rows(
      """
      SELECT p.value ->> 'name', p.value ->> 'firstName' FROM _perennial_entities AS e, \
      json_each(e.description, '$.properties') AS p
      """)
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  @Test(
    "They stay through migrations, and two properties never share one", arguments: [false, true])
  func migrations(isPlanned: Bool) throws {
    try open(First.self, isPlanned: isPlanned)
    #expect(try firstNames() == ["heading": "heading"])
    try open(Second.self, isPlanned: isPlanned)
    #expect(try firstNames() == ["title": "heading", "heading": "heading$2"])
    try open(Third.self, isPlanned: isPlanned)
    #expect(try firstNames() == ["name": "heading", "heading": "heading$2"])
    #expect(
      try RawDatabase(url).rows("SELECT description ->> 'firstName' FROM _perennial_entities")
        == [["Note"]])
  }

  @Test("A new file has those that the plan tells")
  func newFile() throws {
    try open(Third.self, isPlanned: true)
    #expect(try firstNames() == ["name": "heading", "heading": "heading$2"])
  }
}
