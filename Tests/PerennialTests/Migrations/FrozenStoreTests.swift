import Foundation
import SwiftData
import Testing

@testable import Perennial

/// Stores of every layout that there has been are opened for ever.
@Suite("Frozen stores")
struct FrozenStoreTests {
  typealias Album = FrozenModels.Album

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FrozenStores")

  static let stores: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".store") }.sorted()
  }()

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

  /// Works on a copy of a frozen store.
  private func thaw(_ name: String, _ body: (URL) throws -> Void) throws {
    let directory = try ScratchDirectory()
    let url = directory.file(name)
    try FileManager.default.copyItem(at: Self.folder.appendingPathComponent(name), to: url)
    try body(url)
    #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
    #expect(try RawDatabase(url).rows("PRAGMA foreign_key_check").isEmpty)
  }

  private func freeze(_ url: URL) throws {
    let context = ModelContext(try container(at: url))
    let album = Album("First — “1”")
    context.insert(album)
    album.average = 0.25
    album.tracks = ["c", "a", "b"].map { FrozenModels.Track($0, on: album) }
    let singer = FrozenModels.Singer("Nœl")
    singer.tracks = [album.tracks[2], album.tracks[0]]
    album.booklet = FrozenModels.Booklet(pages: 12)
    album.awards = [FrozenModels.Award("silver"), FrozenModels.Award("gold")]
    context.insert(Album("Second"))
    try context.save()
  }

  @Test("There is a store of the present format")
  func present() throws {
    let name = "format-\(StoreMetadata.formatVersion).store"
    let url = Self.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["PERENNIAL_FREEZE_STORE"] != nil,
      !FileManager.default.fileExists(atPath: url.path)
    {
      try freeze(url)
      // One small file.
      try RawDatabase(url).run(
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024; VACUUM; PRAGMA journal_mode = WAL"
      )
    }
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test("Its objects are what they were, and it can be written", arguments: stores)
  func opens(_ name: String) throws {
    try thaw(name) { url in
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
      #expect(albums[1].awards == nil)
      albums[1].tracks.append(FrozenModels.Track("new", on: albums[1]))
      try context.save()
    }
  }

  @Test("It can be migrated", arguments: stores)
  func migrates(_ name: String) throws {
    try thaw(name) { url in
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

  @Test("A file of format 1 is brought to the present one, if its schema is the program's")
  func firstFormat() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("first.store")
    do {
      let context = ModelContext(try container(at: url))
      context.insert(Album("a"))
      try context.save()
    }
    do {
      // The statements of format 1 were the same.
      try RawDatabase(url).run(
        """
        INSERT INTO _perennial_metadata SELECT 'definitions', group_concat(sql, char(10, 10)) \
        FROM (SELECT sql FROM sqlite_master WHERE sql NOT NULL AND tbl_name NOT LIKE '\\_perennial%' \
        ESCAPE '\\' ORDER BY sql);
        INSERT INTO _perennial_metadata VALUES ('schema', '{}');
        UPDATE _perennial_metadata SET value = '1' WHERE key = 'format';
        DROP TABLE _perennial_entities
        """
      )
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try container(at: url, ThawedModels.Album.self)
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try container(at: url, allowsSave: false)
    }
    do {
      let context = ModelContext(try container(at: url))
      #expect(try context.fetch(FetchDescriptor<Album>()).map(\.title) == ["a"])
    }
    #expect(
      try RawDatabase(url).rows(
        "SELECT key, value FROM _perennial_metadata WHERE key <> 'identifier'"
      )
        == [["format", "\(StoreMetadata.formatVersion)"]]
    )
    do { _ = try container(at: url, ThawedModels.Album.self) }
  }
}
