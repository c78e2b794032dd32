import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Stores of every layout that there has been are opened for ever.
@Suite("Frozen stores")
struct FrozenStoreTests {
  typealias Album = FrozenModels.Album

  static let stores = FrozenStore.names("layout-")

  private func container(
    at url: URL,
    _ type: any PersistentModel.Type = Album.self,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([type]),
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave)
    )
  }

  /// Makes a store as they are made now.
  private func freeze(_ url: URL) throws {
    let directory = try ScratchDirectory()
    let large = directory.file("large.store")
    let context = ModelContext(try container(at: large))
    context.author = "freezer"
    let album = Album("First — “1”")
    context.insert(album)
    album.average = 0.25
    album.tracks = ["c", "a", "b"].map { FrozenModels.Track($0, on: album) }
    let singer = FrozenModels.Singer("Nœl")
    singer.tracks = [album.tracks[2], album.tracks[0]]
    album.booklet = FrozenModels.Booklet(pages: 12)
    album.awards = [FrozenModels.Award("silver"), FrozenModels.Award("gold")]
    let third = Album("Third")
    context.insert(Album("Second"))
    context.insert(third)
    try context.save()
    third.stock = 1
    try context.save()
    context.delete(third)
    try context.save()
    try FrozenStore.shrink(large, to: url)
  }

  @Test("The last one has the layout that stores are given now")
  func present() throws { try FrozenStore.expectPresentLayout("layout-", freeze) }

  @Test("Its objects are what they were, and it can be written", arguments: stores)
  func opens(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      let context = ModelContext(try container(at: url))
      let albums = try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
      #expect(albums.map(\.title) == ["First — “1”", "Second"])
      let fresh = Album("fresh")
      for album in albums {
        #expect(album.released == fresh.released)
        #expect(album.rating.isNaN)
        #expect(album.price == fresh.price)
        #expect(album.isOwned)
        #expect(album.stock == fresh.stock)
        #expect(album.serial == fresh.serial)
        #expect(album.identity == fresh.identity)
        #expect(album.page == fresh.page)
        #expect(album.sleeve == fresh.sleeve)
        #expect(album.genre == fresh.genre)
        #expect(album.cover == fresh.cover)
        #expect(album.words == fresh.words)
      }
      #expect(albums[0].average == 0.25)
      #expect(albums[1].average == nil)
      #expect(albums[0].tracks.map(\.name) == ["c", "a", "b"])
      let singer = try #require(albums[0].tracks[0].singers.first)
      #expect(singer.name == "Nœl")
      #expect(singer.tracks.map(\.name) == ["b", "c"])
      #expect(albums[0].booklet?.pages == 12)
      #expect(albums[0].booklet?.album === albums[0])
      #expect(albums[0].awards?.map(\.name) == ["silver", "gold"])
      #expect(albums[1].awards?.isEmpty == true)
      albums[1].tracks.append(FrozenModels.Track("new", on: albums[1]))
      try context.save()
    }
  }

  @Test("It can be migrated", arguments: stores)
  func migrates(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      do { _ = try container(at: url) }
      let context = ModelContext(try container(at: url, ThawedModels.Album.self))
      let albums = try context.fetch(
        FetchDescriptor<ThawedModels.Album>(sortBy: [SortDescriptor(\.name)])
      )
      #expect(albums.map(\.name) == ["First — “1”", "Second"])
      #expect(albums.map(\.stock) == [-128, -128])
      #expect(albums.map(\.label) == ["unknown", "unknown"])
      #expect(albums[0].tracks.map(\.name) == ["c", "a", "b"])
      #expect(albums[0].tracks[1].albums.map(\.name) == ["First — “1”"])
    }
  }

  private static func kind(_ change: HistoryChange) -> String {
    let name = change.changedPersistentIdentifier.entityName
    return switch change {
    case .insert: "insert \(name)"
    case .update: "update \(name)"
    case .delete: "delete \(name)"
    }
  }

  @Test("What its history tells is what was done", arguments: stores)
  func history(_ name: String) throws {
    try FrozenStore.thaw(name) { url in
      let context = ModelContext(try container(at: url))
      let transactions = try context.history()
      #expect(transactions.map(\.author) == ["freezer", "freezer", "freezer"])
      let kinds = transactions.map { $0.changes.map(Self.kind).sorted() }
      let inserted = [
        "insert Album", "insert Album", "insert Album", "insert Award", "insert Award",
        "insert Booklet", "insert Singer", "insert Track", "insert Track", "insert Track",
      ]
      #expect(kinds == [inserted, ["update Album"], ["delete Album"]])
      let token = try #require(transactions.last?.token)
      context.insert(Album("new"))
      try context.save()
      #expect(try context.history(after: token).map(\.changes.count) == [1])
    }
  }

  // MARK: Versions

  static let versions: [any VersionedSchema.Type] = [ShopV1.self, ShopV2.self, ShopV3.self]
  static let customers = 10

  /// Makes a shop of a version.
  private func freeze(_ version: any VersionedSchema.Type, _ url: URL) throws {
    let directory = try ScratchDirectory()
    let large = directory.file("large.store")
    try ShopStore.make(at: large, customers: Self.customers)
    _ = try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: ShopPlan.self,
      configurations: ModelConfiguration(url: large))
    try FrozenStore.shrink(large, to: url)
  }

  @Test("A store of each version of a plan comes to the last one", arguments: versions.indices)
  func version(_ index: Int) throws {
    let name = "shop-\(index + 1).store"
    let url = FrozenStore.folder.appendingPathComponent(name)
    if FrozenStore.isFreezing, !FileManager.default.fileExists(atPath: url.path) {
      try freeze(Self.versions[index], url)
    }
    try FrozenStore.thaw(name) { url in
      let steps = try ShopStore.migrate(url).migrationReports.map(\.steps.count)
      #expect(steps == [3 - index])
      let database = try RawDatabase(url)
      #expect(try ShopStore.version(of: database) == "4.0.0")
      #expect(try ShopStore.lines(in: database) == ShopStore.migrated(customers: Self.customers))
    }
  }
}
