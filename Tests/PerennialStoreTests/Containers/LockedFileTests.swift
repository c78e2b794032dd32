import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// Two programs that are launched for the first time at once make one file.
@Suite("Opening a file that another program is writing", .timeLimit(.minutes(1)))
struct LockedFileTests {
  @Model
  final class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Test("A new file is waited for", arguments: ["ROLLBACK", "COMMIT"])
  func newFile(_ end: String) async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("new.store")
    let other = try RawDatabase(url)
    // A connection that switches to a write-ahead log has read the file, and wants to write it.
    try other.run("BEGIN IMMEDIATE; PRAGMA user_version = 0")
    async let opened = withTaskExecutorPreference(OwnThread()) {
      let container = try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      context.insert(Note("one"))
      try context.save()
      return try context.fetchCount(FetchDescriptor<Note>())
    }
    try await Task.sleep(for: .milliseconds(100))
    try other.run(end)
    #expect(try await opened == 1)
  }
}

/// Another program writes all the time, and the store has everything that its program needs.
@Suite("Opening an up-to-date file that another program is writing", .timeLimit(.minutes(1)))
struct OpenedWhileLockedTests {
  let directory: ScratchDirectory
  var url: URL { directory.file("attic.store") }

  init() throws { directory = try ScratchDirectory() }

  private func container(
    _ retention: ModelConfiguration.HistoryRetention = .unlimited, allowsSave: Bool = true
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url, allowsSave: allowsSave)
    configuration.historyRetention = retention
    return try ModelContainer(for: Attic.Crate.self, configurations: configuration)
  }

  /// A store with values beside it.
  private func fill() throws {
    let context = ModelContext(try container())
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
  }

  /// Runs a block while another connection has the write lock.
  private func whileLocked(_ body: () throws -> Void) throws {
    let other = try RawDatabase(url)
    try other.run("BEGIN IMMEDIATE; INSERT INTO _perennial_metadata VALUES ('other', '')")
    let time = try ContinuousClock().measure(body)
    // SQLite would wait ten seconds for the lock.
    #expect(time < .seconds(5))
    try other.run("ROLLBACK")
  }

  enum Opening: CaseIterable {
    case writable, readOnly, retention, withoutHistory, twice, stranger
  }

  @Test("13.19 The store opens without the write lock", arguments: Opening.allCases)
  func opens(_ opening: Opening) throws {
    try fill()
    let file = directory.file("attic.store-external/\(UUID().uuidString)")
    if opening == .stranger { try Data([1]).write(to: file) }
    try whileLocked {
      let container =
        switch opening {
        case .writable, .stranger: try container()
        case .readOnly: try container(allowsSave: false)
        case .retention: try container(.atMost(.seconds(3600)))
        case .withoutHistory: try container(.none)
        case .twice:
          try [container(), container()][1]
        }
      #expect(try Attic.lines(in: ModelContext(container)) == Attic.lines(after: 4))
      #expect(try InspectedStore(url).verify().isSound)
      #expect(
        try ModelContainer.migrationReports(
          for: Schema([Attic.Crate.self]), configurations: [ModelConfiguration(url: url)]
        ).allSatisfy { !$0.isNeeded })
    }
    if opening == .stranger {
      // It may have been a file of the other program's transaction.
      #expect(FileManager.default.fileExists(atPath: file.path))
      _ = try container()
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test("13.19 Several containers open the store at once without the write lock")
  func simultaneous() async throws {
    try fill()
    let other = try RawDatabase(url)
    try other.run("BEGIN IMMEDIATE")
    let url = url
    let time = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try ModelContext(Attic.container(url)).fetchCount(FetchDescriptor<Attic.Crate>())
          }
        }
        for try await count in group { #expect(count == 3) }
      }
    }
    #expect(time < .seconds(5))
    try other.run("ROLLBACK")
  }

  @Test(
    "13.19 Transactions that are too old go with the next save, if another program writes at the opening"
  )
  func pruning() throws {
    try fill()
    try RawDatabase(url).run("UPDATE _perennial_history SET time = time - 100000")
    func transactions() throws -> String? {
      try RawDatabase(url).value("SELECT count(*) FROM _perennial_history")
    }
    #expect(try transactions() == "4")
    var opened: ModelContainer?
    try whileLocked { opened = try container(.atMost(.seconds(3600))) }
    let early = try #require(opened)
    #expect(try transactions() == "4")
    let context = ModelContext(early)
    context.insert(Attic.Crate(9))
    try context.save()
    #expect(try transactions() == "1")
    // If no other program writes, the transactions are deleted at the opening.
    try RawDatabase(url).run("UPDATE _perennial_history SET time = time - 100000")
    _ = try container(.atMost(.seconds(3600)))
    #expect(try transactions() == "0")
  }

  @Test("13.19 A file that history has preserved needs no write lock at each opening")
  func preserved() throws {
    let url = directory.file("relics.store")
    func container() throws -> ModelContainer {
      try ModelContainer(for: Relic.self, configurations: ModelConfiguration(url: url))
    }
    let context = ModelContext(try container())
    let relic = Relic(content: Data(repeating: 7, count: 200_000))
    context.insert(relic)
    try context.save()
    context.delete(relic)
    try context.save()
    let other = try RawDatabase(url)
    #expect(try other.value("SELECT uses FROM _perennial_external") == "0")
    try other.run("BEGIN IMMEDIATE")
    let time = try ContinuousClock().measure { _ = try container() }
    #expect(time < .seconds(5))
    try other.run("ROLLBACK")
    #expect(try other.value("SELECT count(*) FROM _perennial_external") == "1")
  }

  @Model
  final class Relic {
    @Attribute(.externalStorage, .preserveValueOnDeletion) var content: Data
    init(content: Data) { self.content = content }
  }
}
