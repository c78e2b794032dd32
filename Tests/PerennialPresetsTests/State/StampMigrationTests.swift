import Foundation
import Perennial
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Stamps follow when a schema names properties otherwise")
struct StampMigrationTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("shed.store") }

  init() throws { directory = try ScratchDirectory() }

  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Tool.self] }

    @Model final class Tool {
      var code: String?
      var label: String
      var maker: String
      var weight: Int

      init(_ code: String, _ label: String, maker: String, weight: Int) {
        self.code = code
        self.label = label
        self.maker = maker
        self.weight = weight
      }
    }
  }

  /// The table is altered.
  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Tool.self] }

    @Model final class Tool {
      var code: String?
      @Attribute(originalName: "label") var title: String
      var maker: String

      init(_ code: String, _ title: String, maker: String) {
        self.code = code
        self.title = title
        self.maker = maker
      }
    }
  }

  /// The table is made anew.
  enum Third: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Tool.self] }

    @Model final class Tool {
      var code: String?
      @Attribute(originalName: "label") var title: String

      init(_ code: String, _ title: String) {
        self.code = code
        self.title = title
      }
    }
  }

  /// A schema that the file cannot be migrated to: two tools have the same maker.
  enum Refused {
    @Model final class Tool {
      var code: String?
      @Attribute(originalName: "label") var title: String
      @Attribute(.unique) var maker: String

      init(_ code: String, _ title: String, maker: String) {
        self.code = code
        self.title = title
        self.maker = maker
      }
    }
  }

  private func container(_ type: any PersistentModel.Type) throws -> ModelContainer {
    try ModelContainer(for: Schema([type]), configurations: [ModelConfiguration(url: url)])
  }

  private func makeShed() throws {
    let container = try container(First.Tool.self)
    try container.usePresets([
      PresetCatalog("shed", version: 1) {
        Presets(id: \First.Tool.code) {
          ["saw", "axe", "\"label\":["].map { First.Tool($0, "Tool", maker: "Smith", weight: 2) }
        }
      }
    ])
    let context = ModelContext(container)
    for tool in try context.fetch(FetchDescriptor<First.Tool>()) {
      tool.weight = 3
      if tool.code != "axe" { tool.label = "\"label\":[" }
    }
    try context.save()
    try RawDatabase(url).run("UPDATE Tool SET _preset = NULL WHERE _pk > 0")
  }

  @Test(
    "41/18: An edit that another program has made before has the new name",
    arguments: [Second.Tool.self, Third.Tool.self] as [any PersistentModel.Type])
  func editByOther(_ type: any PersistentModel.Type) throws {
    try makeShed()
    try RawDatabase(url).run("UPDATE Tool SET label = 'Adze' WHERE code = 'axe'")
    #expect(try container(type).migrationReports.count == 1)
    let mark = try RawDatabase(url).value("SELECT _preset FROM Tool WHERE code = 'axe'")
    #expect(mark?.contains(#""title":["#) == true, "\(mark ?? "-")")
    #expect(
      try RawDatabase(url).value(
        "SELECT changes FROM _perennial_history WHERE author = 'other program'")?
        .contains(#""properties":["label"]"#) == true)
  }

  @Test(
    "In a table that is altered, or made anew",
    arguments: [Second.Tool.self, Third.Tool.self] as [any PersistentModel.Type])
  func following(_ type: any PersistentModel.Type) throws {
    try makeShed()
    #expect(try container(type).migrationReports.count == 1)
    let marks = try PresetMarks.all(of: "Tool", at: url).values.sorted { $0.name < $1.name }
    #expect(marks.map(\.name) == ["shed/\"label\":[", "shed/axe", "shed/saw"])
    #expect(
      marks.map { $0.stamps.cells.mapValues(\.base) }
        == [["title": .text("Tool")], [:], ["title": .text("Tool")]])
  }

  @Test("A migration that is refused leaves the stamps")
  func refusal() throws {
    try makeShed()
    let rows = try RawDatabase(url).table("Tool")
    #expect(throws: SwiftDataError.migrationFailure) { try container(Refused.Tool.self) }
    #expect(try RawDatabase(url).table("Tool") == rows)
    _ = try container(First.Tool.self)
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

  @Test("Several steps are told beforehand, and done")
  func steps() throws {
    try makeShed()
    let rows = try RawDatabase(url).table("Tool")
    let schema = Schema(versionedSchema: Third.self)
    let configuration = ModelConfiguration(url: url)
    let told = try ModelContainer.migrationReports(
      for: schema, migrationPlan: Plan.self, configurations: configuration)
    #expect(told.first?.steps.count == 2)
    #expect(told.first?.issues.isEmpty == true)
    #expect(try RawDatabase(url).table("Tool") == rows)
    let container = try ModelContainer(
      for: schema, migrationPlan: Plan.self, configurations: [configuration])
    #expect(container.migrationReports.first?.steps == told.first?.steps)
    let marks = try PresetMarks.all(of: "Tool", at: url).values
    #expect(marks.map(\.stamps.cells.keys.count).sorted() == [0, 1, 1])
    #expect(marks.flatMap(\.stamps.cells.keys) == ["title", "title"])
  }

  @Test("What is damaged is in no migration's way")
  func damage() throws {
    try makeShed()
    try RawDatabase(url).run("UPDATE Tool SET _preset = '[{\"label\":[}]' WHERE code = 'saw'")
    _ = try container(Second.Tool.self)
    #expect(
      try RawDatabase(url).value("SELECT _preset FROM Tool WHERE code = 'saw'")
        == "[{\"label\":[}]")
  }
}
