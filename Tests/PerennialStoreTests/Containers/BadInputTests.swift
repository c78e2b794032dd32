import Foundation
import PerennialInspection
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A fault of a file or an object results in a typed error that names the fault, and nothing is lost.
@Suite("Bad input")
struct BadInputTests: LedgerSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Opening must throw, name the file, and leave it as it is.
  private func expectRefusal(
    of url: URL,
    _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try? Data(contentsOf: url)
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer, sourceLocation: location)
      {
        try open(url, allowsSave: allowsSave)
      }
      let explanation = error?.explanation ?? ""
      #expect(explanation.contains(url.lastPathComponent), sourceLocation: location)
      for word in words {
        #expect(explanation.contains(word), "\(explanation)", sourceLocation: location)
      }
    }
    #expect((try? Data(contentsOf: url)) == before, sourceLocation: location)
  }

  // MARK: Files

  @Test("A file of random bytes is refused", arguments: [1, 100, 4096, 100_000])
  func randomBytes(_ count: Int) throws {
    var generator = SeededGenerator(seed: TestSeeds.first)
    let bytes = Data((0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) })
    try bytes.write(to: url)
    try expectRefusal(of: url)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test("An empty file becomes a store")
  func emptyFile() throws {
    try Data().write(to: url)
    let context = ModelContext(try open())
    context.insert(Entry(title: "first"))
    try context.save()
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  @Test("A text file is refused")
  func textFile() throws {
    try Data("title,amount\nmilk,3\n".utf8).write(to: url)
    try expectRefusal(of: url)
  }

  @Test("A database of another program is refused, and its tables are named")
  func foreignDatabase() throws {
    do {
      let raw = try RawDatabase(url)
      try raw.run("CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY); INSERT INTO ZNOTE VALUES (7)")
    }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
    #expect(error?.explanation.contains("ZNOTE") == true)
    #expect(error?.explanation.contains(url.path) == true)
    #expect(try RawDatabase(url).rows("SELECT * FROM ZNOTE") == [["7"]])
  }

  @Test("A directory instead of a file is refused")
  func directoryInstead() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try expectRefusal(of: url)
  }

  @Test("13.25 A missing file, a directory, a backup: the error says what it is")
  func places() throws {
    let folder = directory.file("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try fill(1)
    let backup = try open().backUp(to: directory.file("ledger.backup"))
    let missing = directory.file("missing.store")
    for (place, words) in [
      (folder, "is a directory. A store is a file"), (backup.url, "is a backup"),
      (missing, "does not exist"),
    ] {
      for open in [
        { _ = try self.open(place, allowsSave: false) }, { _ = try InspectedStore(place) },
      ] {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
        #expect(error?.explanation.contains(place.path) == true, "\(error as Any)")
        #expect(error?.explanation.contains(words) == true, "\(error as Any)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("13.25 A URL that is not one of a file is refused, and named")
  func remote() throws {
    let remote = try #require(URL(string: "https://example.com/ledger.store"))
    for open in [{ _ = try self.open(remote) }, { _ = try InspectedStore(remote) }] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
      #expect(error?.explanation.contains("https://example.com/ledger.store") == true)
      #expect(error?.explanation.contains("A store is a file on this computer") == true)
    }
  }

  @Test(
    "13.25 Two configurations of one file are refused, and both are named",
    arguments: [false, true])
  func oneFileTwice(_ isLinked: Bool) throws {
    try fill(1)
    let link = directory.file("link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Entry.self, Line.self,
        configurations: ModelConfiguration("mine", schema: Schema([Entry.self]), url: url),
        ModelConfiguration("yours", schema: Schema([Line.self]), url: isLinked ? link : url))
    }
    for words in ["“mine”", "“yours”", isLinked ? link.path : url.path] {
      #expect(error?.explanation.contains(words) == true, "\(error as Any)")
    }
  }

  @Test("A path below a file is refused")
  func pathBelowFile() throws {
    try Data("x".utf8).write(to: url)
    let below = url.appendingPathComponent("deeper/store.sqlite")
    for allowsSave in [true, false] {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try open(below, allowsSave: allowsSave)
      }
      #expect(error?.explanation.contains("ledger.store/deeper") == true)
    }
    #expect(try Data(contentsOf: url) == Data("x".utf8))
  }

  @Test("A directory where nothing can be made is refused")
  func unwritablePlace() throws {
    // Even the superuser makes no files there.
    let place = URL(fileURLWithPath: "/proc/self/ledger/ledger.store")
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(place) }
    #expect(error?.explanation.contains("/proc/self/ledger") == true)
  }

  @Test("A truncated file throws and never traps", arguments: [0.1, 0.5, 0.9])
  func truncated(_ part: Double) throws {
    try fill()
    try checkpoint()
    let whole = try Data(contentsOf: url)
    let rest = whole.prefix(Int(Double(whole.count) * part) / 4096 * 4096 + 100)
    try rest.write(to: url)
    try expectErrorsOrRows()
  }

  @Test("A page overwritten in the middle throws and never traps", arguments: 1...8)
  func overwrittenPage(_ eighth: Int) throws {
    try fill()
    try checkpoint()
    var bytes = try Data(contentsOf: url)
    let pages = bytes.count / 4096
    let page = max(1, pages * eighth / 9)
    print("page \(page) of \(pages)")
    bytes.replaceSubrange(
      page * 4096..<(page + 1) * 4096,
      with: Data(repeating: 0xA5, count: 4096)
    )
    try bytes.write(to: url)
    try expectErrorsOrRows()
  }

  /// Moves everything into the one file.
  private func checkpoint() throws {
    do { try RawDatabase(url).run("PRAGMA journal_mode = DELETE") }
    #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
  }

  /// Does what a program would do with a damaged file: every failure is a `SwiftDataError`.
  private func expectErrorsOrRows() throws {
    var failures: [SwiftDataError] = []
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch let error as SwiftDataError { failures.append(error) }
    }
    try attempt {
      let context = ModelContext(try open())
      try attempt {
        for entry in try context.fetch(FetchDescriptor<Entry>()) {
          _ = entry.title
          _ = entry.lines.map(\.text)
        }
      }
      try attempt { _ = try context.fetchCount(FetchDescriptor<Line>()) }
      try attempt {
        _ = try context.fetch(FetchDescriptor<Line>(predicate: #Predicate { $0.entry == nil }))
      }
      try attempt {
        context.insert(Entry(title: "new"))
        try context.save()
      }
      try attempt { try context.delete(model: Line.self) }
      try attempt { try context.container.erase() }
    }
    for error in failures {
      #expect(error == .storeFailure || error == .loadIssueModelContainer, "\(error)")
      #expect(error.explanation.contains(url.lastPathComponent), "\(error)")
    }
  }

  @Test("A store of a newer format is refused with advice")
  func newerFormat() throws {
    try fill(1)
    do {
      try RawDatabase(url).run("UPDATE _perennial_metadata SET value = '99' WHERE key = 'format'")
    }
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
    #expect(error?.explanation.contains("99") == true)
  }

  @Test("A schema that does not match the file is refused by name, and the file is as it was")
  func otherSchema() throws {
    try fill(3)
    try checkpoint()
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: LedgerV2.Entry.self,
        configurations: ModelConfiguration(url: url)
      )
    }
    #expect(error?.explanation.contains("Entry") == true)
    #expect(error?.explanation.contains(url.lastPathComponent) == true)
    let context = ModelContext(try open())
    #expect(try context.fetch(FetchDescriptor<Entry>()).map(\.title).sorted().count == 3)
    #expect(try context.fetchCount(FetchDescriptor<Line>()) == 6)
  }

  // MARK: Locks

  @Test(
    "A lock that another program does not give up is waited for, then told",
    .timeLimit(.minutes(1))
  )
  func locked() throws {
    try fill(1)
    let container = try open()
    let context = ModelContext(container)
    try container.coordinator.stores[0].write { try $0.run("PRAGMA busy_timeout = 50") }
    let raw = try RawDatabase(url)
    try raw.run("BEGIN IMMEDIATE")
    context.insert(Entry(title: "late"))
    let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
    #expect(error?.explanation.contains("lock") == true)
    #expect(context.hasChanges)
    // Readers are not concerned.
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
    try raw.run("ROLLBACK")
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 2)
  }

  // MARK: Schemas

  @Test("Two models of one name are refused, and both are named")
  func duplicateNames() {
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Line.self,
        LedgerTwin.Line.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    }
    #expect(error?.explanation.contains("LedgerV1.Line") == true)
    #expect(error?.explanation.contains("LedgerTwin.Line") == true)
  }

  // MARK: The file goes away

  @Test("A file that is removed while it is open")
  func removedFile() throws {
    try fill(3)
    let container = try open()
    let context = ModelContext(container)
    let entries = try context.fetch(FetchDescriptor<Entry>())
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    #expect(entries.count == 3)
    #expect(entries.allSatisfy { $0.title.hasPrefix("Entry") })
    _ = entries.map { $0.lines.count }
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch is SwiftDataError {}
    }
    try attempt { _ = try ModelContext(container).fetch(FetchDescriptor<Entry>()) }
    entries[0].title = "changed"
    try attempt { try context.save() }
  }
}
