import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Stores with hierarchies, tombstones, external storage and full-text search are opened for ever.
@Suite("Frozen stores with hierarchies, files and searchable texts")
struct FrozenAnnexTests {
  typealias Exhibit = FrozenAnnex.Exhibit
  typealias Painting = FrozenAnnex.Painting
  typealias Fresco = FrozenAnnex.Fresco

  static let stores = FrozenStore.names("annex-")

  private func open(
    _ url: URL, _ models: [any PersistentModel.Type] = FrozenAnnex.models, allowsSave: Bool = true
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(models), configurations: ModelConfiguration(url: url, allowsSave: allowsSave)))
  }

  private func freeze(_ url: URL) throws {
    let directory = try ScratchDirectory()
    let large = directory.file("large.store")
    try FrozenAnnex.fill(open(large))
    try FrozenStore.shrink(large, to: url)
  }

  private func files(_ url: URL) -> Set<String> {
    ExternalValues("Exhibit", ["scan"], of: url).files()
  }

  private static func kind(_ change: HistoryChange) -> String {
    let name = change.changedPersistentIdentifier.entityName
    return switch change {
    case .insert: "insert \(name)"
    case .update: "update \(name)"
    case .delete: "delete \(name)"
    }
  }

  @Test("The last one has the layout that stores are given now")
  func present() throws { try FrozenStore.expectPresentLayout("annex-", freeze) }

  @Test("Its objects are what they were", arguments: stores, [true, false])
  func objects(_ name: String, _ allowsSave: Bool) throws {
    try FrozenStore.thaw(name) { url in
      let context = try open(url, allowsSave: allowsSave)
      let exhibits = try context.fetch(
        FetchDescriptor<Exhibit>(sortBy: [SortDescriptor(\.number)]))
      #expect(
        exhibits.map { "\(type(of: $0)) \($0.number) \($0.title)" } == [
          "Exhibit 1 A stone — “one”", "Painting 2 Greetings from afar", "Fresco 3 The wall",
        ])
      #expect(exhibits.map(\.origin) == ["shared", "shared", nil])
      #expect(
        exhibits.map(\.scan) == [FrozenAnnex.shared, FrozenAnnex.shared, FrozenAnnex.scan(3)])
      #expect(exhibits.map(\.hall?.name) == ["Great hall", "Great hall", "Great hall"])
      let painting = try #require(exhibits[1] as? Painting)
      #expect(painting.legend == "café terrace")
      #expect(painting.colours == [1, 2, 3])
      #expect(painting.copies.map(\.number) == [3])
      let fresco = try #require(exhibits[2] as? Fresco)
      #expect(fresco.plot == 7 && fresco.wall == "north" && fresco.legend == nil)
      let hall = try #require(try context.fetch(FetchDescriptor<FrozenAnnex.Hall>()).first)
      #expect(hall.exhibits.map(\.number) == [3, 1, 2])
      #expect(hall.guide === fresco)
      #expect(try context.fetchCount(FetchDescriptor<Painting>()) == 2)
      let plots = try context.fetch(
        FetchDescriptor<Exhibit>(predicate: #Predicate { ($0 as? Fresco)?.plot == 7 }))
      #expect(plots.map(\.number) == [3])
    }
  }

  @Test("Texts are found, files counted, and all of it is kept", arguments: stores)
  func upkeep(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      let context = try open(url)
      #expect(try context.search("greetings", in: Exhibit.self).map(\.number) == [2])
      #expect(try context.search("cafe", in: Painting.self).map(\.number) == [2])
      #expect(try context.search("grusse", in: Exhibit.self).isEmpty)
      #expect(files(url).count == 2)
      let fresco = try #require(try context.search("wall", in: Fresco.self).first)
      fresco.title = "A fresco"
      fresco.scan = Data(repeating: 1, count: 200_000)
      try context.save()
      #expect(try context.search("fresco", in: Exhibit.self) == [fresco])
      #expect(files(url).count == 3)
      try context.delete(model: Exhibit.self, where: #Predicate { $0.number == 1 })
      // A tombstone and another row have that file still.
      #expect(files(url).count == 3)
      try context.delete(model: Exhibit.self)
      #expect(try context.search("fresco", in: Exhibit.self).isEmpty)
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(files(url).isEmpty)
    }
  }

  @Test(
    "What its history tells is what was done, with the values of what was deleted",
    arguments: stores)
  func history(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      let context = try open(url)
      let transactions = try context.history()
      #expect(transactions.map(\.author) == Array(repeating: "freezer", count: 5))
      #expect(
        transactions.map { $0.changes.map(Self.kind).sorted() } == [
          [
            "insert Exhibit", "insert Exhibit", "insert Fresco", "insert Hall", "insert Painting",
            "insert Painting",
          ],
          ["update Painting"],
          ["delete Painting", "update Painting"],
          ["update Exhibit", "update Painting"],
          ["delete Exhibit"],
        ])
      let changes = transactions.flatMap(\.changes)
      let painting = try #require(
        changes.lazy.compactMap { change -> HistoryTombstone<Painting>? in
          guard case .delete(let delete as DefaultHistoryDelete<Painting>) = change else {
            return nil
          }
          return delete.tombstone
        }.first)
      #expect(try painting.read(\.number) as? Int == 4)
      #expect(try painting.read(\.origin) as? String == "somewhere")
      #expect(try painting.read(\.scan) as? Data == FrozenAnnex.scan(4))
    }
  }

  @Test("It can be migrated", arguments: stores)
  func migrates(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      let context = try open(url, ThawedAnnex.models)
      let exhibits = try context.fetch(
        FetchDescriptor<ThawedAnnex.Exhibit>(sortBy: [SortDescriptor(\.number)]))
      #expect(
        exhibits.map { "\(type(of: $0)) \($0.number) \($0.title) \($0.height)" } == [
          "Exhibit 1 A stone — “one” 1.5", "Painting 2 Greetings from afar 1.5",
          "Fresco 3 The wall 1.5",
        ])
      #expect(
        exhibits.map(\.image) == [FrozenAnnex.shared, FrozenAnnex.shared, FrozenAnnex.scan(3)])
      let painting = try #require(exhibits[1] as? ThawedAnnex.Painting)
      #expect(painting.caption == "café terrace")
      #expect(painting.colours == [1, 2, 3])
      #expect((exhibits[2] as? ThawedAnnex.Fresco)?.side == "north")
      #expect((exhibits[2] as? ThawedAnnex.Fresco)?.plot == 7)
      #expect(
        try context.search("terrace", in: ThawedAnnex.Painting.self).map(\.number) == [2])
      let hall = try #require(try context.fetch(FetchDescriptor<ThawedAnnex.Hall>()).first)
      #expect(hall.exhibits.map(\.number) == [3, 1, 2])
      let columns = ExternalValues("Exhibit", ["image"], of: url)
      let names = try columns.names()
      #expect(names.count == 1 && columns.files().isSuperset(of: names))
      try context.update(model: ThawedAnnex.Exhibit.self, setting: [.set(\.image, to: Data())])
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(columns.files().isEmpty)
    }
  }

  @Test("A file of a later format is refused")
  func formats() throws {
    let latest = try #require(Self.stores.last)
    try FrozenStore.thaw(latest) { url in
      let next = StoreMetadata.formatVersion + 1
      do {
        try RawDatabase(url).run(
          "UPDATE _perennial_metadata SET value = '\(next)' WHERE key = 'format'")
      }
      let before = try RawDatabase(url).dump()
      for allowsSave in [true, false] {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
          try open(url, allowsSave: allowsSave)
        }
        #expect(error?.explanation.contains("format \(next)") == true)
      }
      #expect(try RawDatabase(url).dump() == before)
      #expect(files(url).count == 2)
    }
  }
}
