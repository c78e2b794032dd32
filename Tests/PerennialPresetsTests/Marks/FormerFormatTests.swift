import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Files whose presets are kept in two columns")
struct FormerFormatTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("nursery.store") }
  private static let frozen = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FrozenStores/kitchen-1.store")
  private static let tables = ["Dish", "DishPart", "DishTag"]

  init() throws { directory = try ScratchDirectory() }

  /// Makes a nursery with presets that are edited, or edited and deleted.
  private func makeNursery(_ ids: [String]) throws {
    let context = ModelContext(try Nursery.container(at: url, Nursery.catalog(1, ids)))
    for id in ids {
      let herb = try #require(try context.plant("herb \(id)"))
      (herb.name, herb.height) = ("Mine \(id)", 7)
    }
    context.insert(Plant("own", "Own"))
    try context.save()
    for id in ids.prefix(2) + ids.suffix(1) {
      context.delete(try #require(try context.plant("herb \(id)")))
      context.delete(try #require(try context.plant("plant \(id)")))
    }
    try context.save()
  }

  private func copyFrozen(_ name: String = "kitchen.store") throws -> URL {
    let url = directory.file(name)
    try FileManager.default.copyItem(at: Self.frozen, to: url)
    return url
  }

  @Test("Who opens one to write brings it to the present form, hierarchies too")
  func conversion() throws {
    // SQLite, which lays it out as it was, ends a text that it takes out of JSON at the first U+0000.
    let ids = Nursery.hardIDs.filter { !$0.utf8.contains(0) }
    try makeNursery(ids)
    let twin = directory.file("twin.store")
    try RawDatabase.settle(url)
    try FileManager.default.copyItem(at: url, to: twin)
    let (marks, deleted) = (
      try PresetMarks.all(of: "Plant", at: url), try PresetMarks.deleted(at: url)
    )
    try FormerFormat.bring(url)
    #expect(try RawDatabase(url).columns(of: "Plant").contains("\"_stamps\""))
    #expect(
      try RawDatabase(url).rows("SELECT 1 FROM Plant WHERE _preset = 'nursery/herb a/b'").isEmpty)
    #expect(
      try RawDatabase(url).rows("SELECT 1 FROM Plant WHERE _preset = 'nursery/herb ends }]'").count
        == 1)

    let containers = [
      try Nursery.container(at: url), try Nursery.container(at: twin),
    ]
    #expect(containers[0].migrationReports.isEmpty)
    #expect(try PresetMarks.all(of: "Plant", at: url) == marks)
    #expect(try PresetMarks.deleted(at: url) == deleted)
    #expect(deleted.values.filter { !$0.stamps.cells.isEmpty }.count == 3)
    for url in [url, twin] { try RawDatabase.settle(url) }
    #expect(try StoreLayout(url) == StoreLayout(twin))
    #expect(try InspectedStore(url).verify().problems == [])

    // Both go on alike.
    func expectSame(location: SourceLocation = #_sourceLocation) throws {
      let portraits = try containers.map(Nursery.portrait)
      #expect(portraits[0] == portraits[1], sourceLocation: location)
    }
    try expectSame()
    for container in containers {
      let context = ModelContext(container)
      try #require(try context.plant("plant \(ids[3])")).name = "Later"
      context.delete(try #require(try context.plant("herb \(ids[4])")))
      try context.save()
    }
    try expectSame()
    #expect(try PresetMarks.deleted(at: url).count == deleted.count + 1)
    let reports = try containers.map { try $0.usePresets([Nursery.catalog(2, ids)]) }
    #expect(reports[0] == reports[1])
    try expectSame()
    for container in containers { try container.presets.reset(.presets, backup: .none) }
    try expectSame()
    #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
  }

  @Test("One that the framework made has the same edits and deletions afterwards")
  func frozen() throws {
    let url = try copyFrozen()
    let before = try Self.tables.map { try FormerFormat.rows(url, of: $0) }
    #expect(before.joined().contains { $0[2].contains("Dish 3, version 2") })
    let unlinked = try RawDatabase(url).table("_perennial_unlinked")
    _ = try Kitchen.container(nil, at: url)
    #expect(try Self.tables.map { try FormerFormat.presentRows(url, of: $0) } == before)
    #expect(try RawDatabase(url).table("_perennial_unlinked") == unlinked)
    #expect(try FormerFormat.format(url) == "5")
    #expect(try RawDatabase(url).columns(of: "_perennial_presets").count == 4)
    for table in Self.tables {
      #expect(try !RawDatabase(url).columns(of: table).contains("\"_stamps\""))
    }
    #expect(try InspectedStore(url).verify().problems == [])
  }

  @Test("Several that open one at once bring it there once")
  func concurrently() async throws {
    let url = try copyFrozen()
    let before = try FormerFormat.rows(url, of: "Dish")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { _ = try Kitchen.container(nil, at: url) } }
      try await group.waitForAll()
    }
    #expect(try FormerFormat.presentRows(url, of: "Dish") == before)
    #expect(try FormerFormat.format(url) == "5")
  }

  @Test("Who only reads one leaves it as it is, and sees the same")
  func readOnly() throws {
    try makeNursery(["basil", "sage", "ends }]", "\"name\":[", "mint"])
    let expected = try Nursery.portrait(of: try Nursery.container(at: url))
    let presets = try InspectedStore(url).presets()
    let summary = try InspectedStore(url).summary()
    try FormerFormat.bring(url)
    try RawDatabase.settle(url)
    let bytes = try Data(contentsOf: url)
    let container = try Nursery.container(at: url, allowsSave: false)
    #expect(try Nursery.portrait(of: container) == expected)
    #expect(throws: (any Error).self) {
      try container.usePresets([Nursery.catalog(2, ["basil"])])
    }
    let store = try InspectedStore(url)
    #expect(store.format == 4)
    #expect(try store.presets() == presets)
    #expect(try store.summary().entities.map(\.presets) == summary.entities.map(\.presets))
    #expect(try store.verify().problems == [])
    let herb = try store.rows(of: "Herb").first { $0["name"] == .text("Mine ends }]") }
    #expect(herb?.hidden.map(\.name) == ["_preset", "_stamps"])
    #expect(herb?.hidden.first?.value == .text("nursery/herb ends }]"))
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test("A backup of one is restored in the present form")
  func restoring() throws {
    let former = try copyFrozen("former.store")
    let before = try Self.tables.map { try FormerFormat.rows(former, of: $0) }
    let reader = try ModelContainer(
      for: Schema(Kitchen.models),
      configurations: [ModelConfiguration(url: former, allowsSave: false)])
    let expected = try KitchenRounds.portrait(of: reader)
    let backup = try reader.backUp(to: directory.file("kitchen.backup"))
    try backup.verify()
    #expect(try FormerFormat.format(former) == "4")
    for url in [directory.file("new.store"), nil] {
      let container = try Kitchen.container(1, at: url)
      try container.restore(from: backup)
      #expect(try KitchenRounds.portrait(of: container) == expected)
      try KitchenRounds.perform(14, in: container)
      guard let url else { continue }
      #expect(try FormerFormat.format(url) == "5")
      #expect(try RawDatabase(url).columns(of: "Dish").contains("\"_stamps\"") == false)
    }
    let other = directory.file("tool.store")
    _ = try StoreRestoration(of: backup, into: other).run()
    #expect(try Self.tables.map { try FormerFormat.presentRows(other, of: $0) } == before)
    try backup.verify()
  }

  @Test("Its documents come into a store of the present form", arguments: DocumentFormat.allCases)
  func documents(_ format: DocumentFormat) throws {
    let former = try copyFrozen()
    let (document, copy) = (directory.file("document"), directory.file("copy.store"))
    let expected = try Self.tables.map { try FormerFormat.rows(former, of: $0) }
    try InspectedStore(former).export(to: document, as: format)
    #expect(try FormerFormat.format(former) == "4")
    _ = try StoreImport(of: document, as: format, into: copy).run()
    #expect(try Self.tables.map { try FormerFormat.presentRows(copy, of: $0) } == expected)
    #expect(try InspectedStore(copy).verify().problems == [])
    #expect(
      try KitchenRounds.portrait(of: Kitchen.container(nil, at: copy))
        == KitchenRounds.portrait(of: Kitchen.container(nil, at: former)))
  }

  @Test("An import into one brings it to the present form; its rehearsal does not")
  func importing() throws {
    _ = try Kitchen.container(nil, at: directory.file("empty.store"))
    let document = directory.file("empty.json")
    try InspectedStore(directory.file("empty.store")).export(to: document, as: .json)
    let former = try copyFrozen()
    try RawDatabase(former).run(
      "DELETE FROM \"Dish.tags\"; DELETE FROM Dish; DELETE FROM DishPart; DELETE FROM DishTag")
    let deleted = try FormerFormat.rows(former, of: "Dish")
    #expect(deleted.count > 12)
    let intake = StoreImport(of: document, as: .json, into: former)
    _ = try intake.run(isRehearsal: true)
    #expect(try FormerFormat.format(former) == "4")
    #expect(try FormerFormat.rows(former, of: "Dish") == deleted)
    _ = try intake.run()
    #expect(try FormerFormat.format(former) == "5")
    #expect(try FormerFormat.presentRows(former, of: "Dish") == deleted)
  }

  @Test("Whatever write fails in between, the file has one form or the other, and goes on")
  func faults() throws {
    let disk = try BreakingDisk()
    let before = try FormerFormat.rows(Self.frozen(in: directory), of: "Dish")
    let (portrait, original) = (
      try KitchenRounds.portrait(of: Kitchen.container(nil, at: Self.frozen(in: directory, "b"))),
      try Data(contentsOf: Self.frozen)
    )
    for number in 1... {
      let url = disk.directory.file("\(number).store")
      try original.write(to: url)
      disk.fail(.write, at: number, isLasting: number.isMultiple(of: 2))
      let isOpen = (try? Kitchen.container(nil, at: url)) != nil
      disk.repair()
      let comment: Comment = "write \(number)"
      if disk.failures == 0 {
        #expect(isOpen && number > 1, comment)
        break
      }
      if try FormerFormat.format(url) == "4" {
        #expect(try FormerFormat.rows(url, of: "Dish") == before, comment)
      } else {
        #expect(try FormerFormat.presentRows(url, of: "Dish") == before, comment)
      }
      #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok", comment)
      let container = try Kitchen.container(nil, at: url)
      #expect(try KitchenRounds.portrait(of: container) == portrait, comment)
      try #require(number < 200, "there is no end of it")
    }
  }

  private static func frozen(in directory: ScratchDirectory, _ name: String = "a") throws -> URL {
    let url = directory.file("\(name).store")
    try FileManager.default.copyItem(at: frozen, to: url)
    return url
  }
}
