import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing
import PerennialRecords

@Suite("What a preset's row says of itself, in the store")
struct StampingTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("nursery.store") }

  init() throws { directory = try ScratchDirectory() }

  private func mark(of code: String) throws -> PresetMetadata {
    let marks = try PresetMarks.all(of: "Plant", at: url)
    return try #require(marks.values.first { $0.name == "nursery/\(code)" })
  }

  @Test(
    "A save, a batch update and an upsert stamp it, and leave its name", arguments: Nursery.hardIDs)
  func stamping(_ id: String) throws {
    let code = "herb \(id)"
    let container = try Nursery.container(at: url, Nursery.catalog(1, [id]))
    let texts = try RawDatabase(url).rows("SELECT _preset FROM Plant ORDER BY _preset").joined()
    #expect(
      texts.sorted()
        == ["nursery/\(code)", "nursery/plant \(id)"].map {
          PresetMetadata(name: $0.storedForm).text
        }
        .sorted())

    let context = ModelContext(container)
    let herb = try #require(try context.plant(code))
    herb.name = "\"name\":["
    try context.save()
    #expect(try mark(of: code).stamps.cells.mapValues(\.base) == ["name": .text("Herb 1")])
    let first = try #require(try mark(of: code).stamps.cells["name"]?.time)

    try context.update(
      model: Herb.self, where: #Predicate { $0.code == code }, setting: [.set(\.height, to: 7)])
    #expect(try mark(of: code).stamps.cells["height"]?.base == .real(0.5))

    let other = ModelContext(container)
    other.insert(Herb(code, "Upserted", height: 7, taste: "bitter"))
    try other.save()
    let cells = try mark(of: code).stamps.cells
    #expect(
      cells.mapValues(\.base)
        == ["name": .text("Herb 1"), "height": .real(0.5), "taste": .text("mild 1")])
    #expect(try #require(cells["name"]?.time) > first)
    #expect(try mark(of: "plant \(id)").stamps == FieldStamps())

    // The next version finds the edited preset under its name, and writes the fields that are not
    // edited.
    let report = try container.usePresets([Nursery.catalog(2, [id])])
    #expect(report.conflicts.map(\.field).sorted() == ["name", "taste"])
    #expect(try mark(of: code).stamps.cells["name"]?.theirs == .text("Herb 2"))
    #expect(try context.plant("plant \(id)")?.name == "Plant 2")
    try container.presets.reset(.presets, backup: .none)
    #expect(try mark(of: code) == PresetMetadata(name: "nursery/\(code)".storedForm))
    #expect(try container.usePresets([Nursery.catalog(2, [id])]).isEmpty)
  }

  @Test("The user's rows have none, whatever is written to them")
  func userRows() throws {
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil"]))
    let context = ModelContext(container)
    let own = Plant("own", "Own")
    context.insert(own)
    try context.save()
    own.name = "Mine"
    try context.save()
    try context.update(model: Plant.self, setting: [.set(\.height, to: 2)])
    #expect(
      try RawDatabase(url).rows("SELECT code FROM Plant WHERE _preset IS NULL") == [["own"]])
    #expect(try RawDatabase(url).columns(of: "Plant").filter { $0.hasPrefix("\"_") }.count == 3)
  }

  @Test("Who is deleted says it still, to the byte, and a new ID is noted there too")
  func deletion() throws {
    let id = "ends }]"
    let container = try Nursery.container(at: url, Nursery.catalog(1, [id]))
    let context = ModelContext(container)
    let herb = try #require(try context.plant("herb \(id)"))
    herb.name = "Mine"
    try context.save()
    let text = try mark(of: "herb \(id)").text
    context.delete(herb)
    try context.save()
    let deleted = "SELECT preset FROM _perennial_deleted_presets"
    #expect(try RawDatabase(url).rows(deleted) == [[text]])
    try container.usePresets([
      PresetCatalog("nursery", version: 2) {
        Presets(id: \Herb.code) { [Herb("mint", "Mint", taste: "fresh")] }
          .renamed("mint", formerly: "herb \(id)")
      }
    ])
    let renamed = try PresetMetadata(text: try #require(try RawDatabase(url).value(deleted)))
    #expect(renamed.name == "nursery/mint")
    #expect(renamed.stamps == (try PresetMetadata(text: text)).stamps)
    #expect(try container.presets.deletedPresets(of: Herb.self).map(\.id) == ["mint"])
  }

  @Test("Deleted presets come by their IDs, whatever was written in them")
  func order() throws {
    let ids = ["a", "a b", "a\"", "a!", "b"]
    let container = try Nursery.container(at: url, Nursery.catalog(1, ids))
    let context = ModelContext(container)
    try #require(try context.plant("plant a")).name = "Mine"
    try context.save()
    try context.delete(model: Plant.self)
    let expected = ids.map { "plant \($0)" }.sorted()
    #expect(try container.presets.deletedPresets(of: Plant.self).map(\.id) == expected)
    let inspected = try InspectedStore(url).presets(of: "Plant")
    #expect(inspected.map(\.id) == expected)
    #expect(inspected.allSatisfy { $0.state == .deleted })
  }

  @Test("Damage is an error that names column and preset, and in nobody else's way")
  func damage() throws {
    let container = try Nursery.container(at: url, Nursery.catalog(1, ["basil", "sage"]))
    let context = ModelContext(container)
    let basil = try #require(try context.plant("herb basil"))
    try RawDatabase(url).run("UPDATE Plant SET _preset = 'x' WHERE code = 'herb basil'")
    func expectDamage(
      _ words: [String], location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
      let error = #expect(
        throws: SwiftDataError.storeFailure, sourceLocation: location, performing: body)
      for word in [url.path, "is damaged"] + words {
        #expect(
          error?.explanation.contains(word) == true, "\(String(describing: error))",
          sourceLocation: location)
      }
    }
    expectDamage(["_preset of Herb"]) { _ = try basil.presetState() }
    expectDamage(["_preset of Herb “herb basil”"]) {
      try container.usePresets([Nursery.catalog(2, ["basil", "sage"])])
    }
    #expect(try context.plant("herb sage")?.name == "Herb 1")
    #expect(
      try InspectedStore(url).verify().problems.map(\.description).contains {
        $0.contains("the preset metadata cannot be read")
      })
    // The user goes on.
    basil.name = "Mine"
    try context.save()
    #expect(try RawDatabase(url).value("SELECT _preset FROM Plant WHERE name = 'Mine'") == "x")
    context.delete(basil)
    try context.save()
    expectDamage(["preset of Herb", "_perennial_deleted_presets"]) {
      _ = try container.presets.deletedPresets(of: Herb.self)
    }
    #expect(
      try InspectedStore(url).verify().problems.map(\.description).contains {
        $0.contains("the name of the deleted preset “Herb”")
      })
  }
}

/// The preset metadata in the rows of a store.
enum PresetMarks {
  /// The marks of a table, by keys.
  static func all(of table: String, at url: URL) throws -> [String: PresetMetadata] {
    let rows = try RawDatabase(url).rows(
      "SELECT _pk, _preset FROM \"\(table)\" WHERE _preset IS NOT NULL")
    return Dictionary(
      try rows.map { ($0[0], try PresetMetadata(text: $0[1])) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the metadata of deleted presets, by their entities and keys.
  static func deleted(at url: URL) throws -> [String: PresetMetadata] {
    let rows = try RawDatabase(url).rows(
      "SELECT entity || pk, preset FROM _perennial_deleted_presets")
    return Dictionary(
      try rows.map { ($0[0], try PresetMetadata(text: $0[1])) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
