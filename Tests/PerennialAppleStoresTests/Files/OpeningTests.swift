import AppleStoreTesting
import Foundation
import PerennialSQLite
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: opening files")
struct OpeningTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("Model.sqlite") }

  init() throws { directory = try ScratchDirectory() }

  /// The contents and the dates of all files in the directory.
  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
      let path = directory.file(name).path
      let date =
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      let data = try #require(FileManager.default.contents(atPath: path))
      files[name] = "\(date?.timeIntervalSinceReferenceDate ?? 0) \(data.base64EncodedString())"
    }
    return files
  }

  private func sample() -> SampleStore {
    var sample = SampleStore.item(.string)
    sample.objects[0] = AppleRow(
      entity: "Item", key: 1, saveCount: 1,
      values: [AppleValue.Field(name: "value", value: .text("text"))], references: [])
    return sample
  }

  private func isRead() throws -> Bool {
    try AppleStore(contentsOf: url).rows(of: "Item", limit: 5).map { $0["value"] } == [
      .text("text")
    ]
  }

  @Test(
    "The kind of a file is told without a trace, wherever its tables are",
    arguments: [SampleStore.Journal.none, .log, .wholeLog])
  func kind(_ journal: SampleStore.Journal) throws {
    try sample().write(to: url, journal: journal)
    let before = try files()
    #expect(AppleStore.isAppleStore(url))
    #expect(try files() == before)
  }

  @Test("The kind of a file whose end is missing is told by its text, without a trace")
  func tornKind() throws {
    try sample().write(to: url)
    try RawDatabase(url).run("PRAGMA journal_mode = wal")
    let data = try Data(contentsOf: url)
    try data.prefix(data.count / 2).write(to: url)
    let before = try files()
    #expect(AppleStore.isAppleStore(url))
    #expect(throws: AppleStoreError.self) { try AppleStore(contentsOf: url) }
    #expect(try files() == before)
    try Data(repeating: 0, count: 4096).write(to: url)
    #expect(!AppleStore.isAppleStore(url))
  }

  @Test("A file with the application ID of Perennial's stores is none of Apple's")
  func applicationID() throws {
    try sample().write(to: url)
    #expect(AppleStore.isAppleStore(url))
    try RawDatabase(url).run("PRAGMA application_id = 1348825710")
    #expect(!AppleStore.isAppleStore(url))
  }

  @Test("A file without a log is read in place, and unchanged")
  func plain() throws {
    try sample().write(to: url)
    let before = try files()
    #expect(try isRead())
    #expect(try !AppleStore(contentsOf: url).isReadFromCopy)
    #expect(try files() == before)
  }

  @Test("A file whose rows are in its log is read in place: no file is changed, and none is left")
  func log() throws {
    try sample().write(to: url, journal: .log)
    let before = try files()
    #expect(before.keys.sorted() == ["Model.sqlite", "Model.sqlite-wal"])
    #expect(try isRead())
    #expect(try !AppleStore(contentsOf: url).isReadFromCopy)
    #expect(try files() == before)
  }

  @Test("A file of the mode with a log, but without one, is read in place")
  func modeOfLog() throws {
    try sample().write(to: url)
    try RawDatabase(url).run("PRAGMA journal_mode = WAL")
    let before = try files()
    #expect(before.keys.sorted() == ["Model.sqlite"])
    #expect(try isRead())
    #expect(try files() == before)
  }

  @Test("A file with an index of its log that no process uses is read in place")
  func leftIndex() throws {
    try sample().write(to: url, journal: .log)
    try Data(count: 32_768).write(to: directory.file("Model.sqlite-shm"))
    let before = try files()
    #expect(try isRead())
    #expect(try !AppleStore(contentsOf: url).isReadFromCopy)
    #expect(try files() == before)
  }

  @Test("A transaction that was interrupted is undone in a copy, which is removed again")
  func journal() throws {
    try sample().write(to: url)
    // The files of a transaction in which SQLite has written to the file already.
    let draft = directory.file("draft")
    try FileManager.default.copyItem(at: url, to: draft)
    do {
      let database = try RawDatabase(draft)
      try database.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
      try database.run("UPDATE ZITEM SET ZVALUE = 'other'")
      try database.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) \
        INSERT INTO ZITEM SELECT i, 1, 1, 'other' FROM n
        """)
      for suffix in ["", "-journal"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
        try FileManager.default.copyItem(atPath: draft.path + suffix, toPath: url.path + suffix)
      }
      try database.run("ROLLBACK")
    }
    try FileManager.default.removeItem(at: draft)
    let before = try files()
    #expect(before.keys.sorted() == ["Model.sqlite", "Model.sqlite-journal"])
    #expect(try isRead())
    #expect(try AppleStore(contentsOf: url).isReadFromCopy)
    #expect(try files() == before)
  }

  @Test("A copy is removed when the store is released")
  func removal() throws {
    try sample().write(to: url)
    try Data("no journal".utf8).write(to: directory.file("Model.sqlite-journal"))
    let copy: String
    do {
      let store = try AppleStore(contentsOf: url)
      #expect(store.isReadFromCopy)
      #expect(try store.count(of: "Item") == 1)
      copy = try #require(store.database.copiedPath)
      #expect(FileManager.default.fileExists(atPath: copy))
    }
    let folder = URL(fileURLWithPath: copy).deletingLastPathComponent()
    #expect(folder.lastPathComponent.hasPrefix("perennial-apple-"))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("A store is read by way of a symbolic link, with the log beside the file")
  func link() throws {
    try sample().write(to: url, journal: .log)
    let link = directory.file("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(try AppleStore(contentsOf: link).count(of: "Item") == 1)
  }

  @Test("A name with the signs of addresses is one of a file")
  func name() throws {
    let url = directory.file("a b?c#d%20é;.store")
    try sample().write(to: url, journal: .log)
    #expect(try AppleStore(contentsOf: url).count(of: "Item") == 1)
  }

  @Test("Reading reports that a program has written to a file that is read without locks")
  func change() throws {
    try sample().write(to: url, journal: .log)
    let store = try AppleStore(contentsOf: url)
    let log = try FileHandle(forWritingTo: directory.file("Model.sqlite-wal"))
    try log.seekToEnd()
    try log.write(contentsOf: Data(count: 100))
    try log.close()
    let failure = #expect(throws: AppleStoreError.self) { try store.rows(of: "Item", limit: 1) }
    #expect(failure?.code == .changedFile)
  }

  // MARK: Files that are refused

  private func code() -> AppleStoreError.Code? {
    do {
      _ = try AppleStore(contentsOf: url)
      return nil
    } catch {
      guard let error = error as? AppleStoreError else { return nil }
      #expect(error.localizedDescription == error.description)
      #expect(error.description.hasPrefix(error.path))
      return error.code
    }
  }

  @Test("A missing file, a directory, an empty file and a text are refused")
  func noDatabase() throws {
    #expect(code() == .missingFile)
    #expect(!AppleStore.isAppleStore(url))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    #expect(code() == .notDatabase)
    try FileManager.default.removeItem(at: url)
    for data in [
      Data(), Data("SQLite format 3\0".utf8), Data(String(repeating: "text", count: 99).utf8),
    ] {
      try data.write(to: url)
      #expect(code() == .notDatabase)
      #expect(!AppleStore.isAppleStore(url))
    }
  }

  @Test("Databases of other programs are refused")
  func otherDatabase() throws {
    try RawDatabase(url).run("CREATE TABLE recipe (id INTEGER PRIMARY KEY, title TEXT)")
    #expect(code() == .otherDatabase)
    #expect(!AppleStore.isAppleStore(url))
    try RawDatabase(url).run("CREATE TABLE _perennial_metadata (key TEXT, value TEXT)")
    #expect(code() == .perennialStore)
  }

  @Test("A store is told by its tables")
  func kind() throws {
    try sample().write(to: url, journal: .log)
    #expect(AppleStore.isAppleStore(url))
  }

  /// SQLite takes the pages of any log. A log that has neither the metadata nor a page of another form is not told.
  @Test("A log of another store is refused if it has the metadata of that store")
  func otherLog() throws {
    try sample().write(to: url)
    try RawDatabase(url).run("PRAGMA journal_mode = WAL")
    let other = directory.file("Other.sqlite")
    try sample().write(to: other, journal: .wholeLog)
    try FileManager.default.moveItem(
      at: directory.file("Other.sqlite-wal"), to: directory.file("Model.sqlite-wal"))
    let before = try files()
    #expect(code() == .otherLog)
    #expect(try files() == before)
  }

  @Test("A log of another store is refused if its pages do not fit the file")
  func otherPages() throws {
    var large = sample()
    let row = large.objects[0]
    large.objects = (1...500).map { key in
      AppleRow(entity: "Item", key: key, saveCount: 1, values: row.values, references: [])
    }
    try large.write(to: url)
    try RawDatabase(url).run("PRAGMA journal_mode = WAL")
    // A log with some pages of a store that had other tables before.
    let other = directory.file("Other.sqlite")
    try large.write(to: other)
    do {
      let database = try RawDatabase(other)
      try database.run("CREATE TABLE first (a TEXT); INSERT INTO first VALUES ('text'); VACUUM")
      try database.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      try database.run("UPDATE ZITEM SET ZVALUE = 'a longer text than before' WHERE Z_PK % 7 = 0")
      try FileManager.default.copyItem(
        at: directory.file("Other.sqlite-wal"), to: directory.file("Model.sqlite-wal"))
      try database.run("SELECT 1")
    }
    #expect(code() == .damagedFile)
  }

  @Test("A log with pages of another size is refused")
  func otherPageSize() throws {
    try sample().write(to: url, journal: .log)
    let path = directory.file("Model.sqlite-wal")
    var log = try Data(contentsOf: path)
    log.replaceSubrange(8..<12, with: [0, 0, 32, 0])
    try log.write(to: path)
    #expect(code() == .otherLog)
  }

  @Test("Damage that is found while rows are read names the entity and the table")
  func damagedRows() throws {
    var large = sample()
    large.objects = (1...300).map { key in
      AppleRow(
        entity: "Item", key: key, saveCount: 1,
        values: [
          AppleValue.Field(name: "value", value: .text(String(repeating: "x", count: 200)))
        ], references: [])
    }
    try large.write(to: url)
    let data = try Data(contentsOf: url)
    var texts: [String] = []
    for page in stride(from: 4096, to: data.count, by: 4096) {
      var damaged = data
      damaged.replaceSubrange(page..<page + 8, with: Array(repeating: 0xFF, count: 8))
      try damaged.write(to: url)
      guard let store = try? AppleStore(contentsOf: url) else { continue }
      do {
        try store.forEachRow(of: "Item") { _ in }
      } catch let error as AppleStoreError {
        #expect(error.code == .damagedFile)
        #expect(error.entity == "Item" && error.table == "ZITEM")
        texts.append(error.description)
      }
    }
    #expect(texts.count > 5)
    #expect(texts.contains { $0.contains("in the table “ZITEM”, behind the row ") })
  }

  @Test("Metadata and formats that are not known are refused")
  func metadata() throws {
    try sample().write(to: url)
    try RawDatabase(url).run("UPDATE Z_METADATA SET Z_VERSION = 2")
    #expect(code() == .unknownFormat)
    try RawDatabase(url).run("UPDATE Z_METADATA SET Z_VERSION = 1, Z_PLIST = x'00'")
    #expect(code() == .damagedFile)
    try RawDatabase(url).run("DELETE FROM Z_METADATA")
    #expect(code() == .unknownFormat)
  }

  @Test("A model that cannot be read is refused, and the tables can be read without it")
  func cache() throws {
    try sample().write(to: url)
    try RawDatabase(url).run("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00FF'")
    #expect(code() == .unreadableModel)
    let store = try AppleStore(contentsOf: url, usesModel: false)
    #expect(store.model.source == .tables)
    #expect(try store.rows(of: "Item", limit: 5).map { $0["VALUE"] } == [.text("text")])
  }
}
