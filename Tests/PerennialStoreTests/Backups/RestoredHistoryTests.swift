import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Others across a restoration")
struct RestoredHistoryTests {
  @Test("The history begins anew, and says so", arguments: StoreKind.allCases)
  func history(_ kind: StoreKind) throws {
    let bench = try BackupBench(kind)
    try bench.fill()
    let context = ModelContext(bench.container)
    let backup = try bench.container.backUp(to: bench.place())
    context.insert(Author(name: "New"))
    try context.save()
    let token = try #require(try context.history().last?.token)
    try bench.container.restore(from: backup)
    let error = try refusal { _ = try context.history(after: token) }
    #expect(error == .historyTokenExpired)
    let transactions = try context.history()
    #expect(transactions.map(\.isRestoration) == [true])
    #expect(transactions.allSatisfy { !$0.isErasure && $0.changes.isEmpty })
    let next = try #require(transactions.last)
    #expect(next.token > token)
    context.insert(Author(name: "Newer"))
    try context.save()
    #expect(try context.history(after: next.token).map(\.isRestoration) == [false])
    // Numbers only grow, also when an older state comes back.
    try bench.container.restore(from: backup)
    #expect(try #require(context.history().last).token > next.token)
  }

  @Test("Another container on the file follows without a fetch, and writes on")
  func container() async throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let other = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: bench.url))
    let backup = try bench.container.backUp(to: bench.place())
    let context = ModelContext(other)
    let book = try #require(
      try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    book.title = "changed"
    let new = Book(title: "new")
    context.insert(new)
    try context.save()
    new.year = 7
    let told = Mutex(0)
    withObservationTracking {
      _ = book.title
    } onChange: {
      told.withLock { $0 += 1 }
    }
    try bench.container.restore(from: backup)
    #expect(try await eventually { told.withLock { $0 } == 1 })
    #expect(book.title == "A" && new.year == 7)
    try context.save()
    #expect(new.modelContext == nil)
    #expect(try bench.lines(other) == bench.lines())
    book.title = "again"
    try context.save()
    #expect(try bench.lines().contains("again 1 by Le"))
    // The other way round.
    try other.restore(from: backup)
    #expect(try bench.lines().first == "A 1 by Le")
    #expect(try RawDatabase(bench.url).value("PRAGMA integrity_check") == "ok")
  }

  @Test("Another process follows", .timeLimit(.minutes(2)))
  func process() async throws {
    let bench = try BackupBench(.file)
    try bench.fill()
    let backup = try bench.container.backUp(to: bench.place())
    let context = ModelContext(bench.container)
    let book = try #require(
      try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
    book.title = "changed"
    try context.save()
    let marker = bench.place("ready")
    async let child: Void = Self.runChild(bench.url.path, marker.path)
    try await withTaskExecutorPreference(OwnThread()) {
      try #require(
        patiently(within: .seconds(60)) { FileManager.default.fileExists(atPath: marker.path) })
      try bench.container.restore(from: backup)
    }
    await child
    // The change that the other process has written on top of the backup.
    #expect(try bench.lines().contains("theirs 1 by Le"))
    #expect(try await eventually { book.title == "theirs" })
  }

  private static func runChild(_ path: String, _ marker: String) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, marker = marker as String] in
      let container = try ModelContainer(
        for: Author.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      let context = ModelContext(container)
      let book = try #require(
        try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.year == 1 })).first)
      try #require(book.title == "changed")
      try Data().write(to: URL(fileURLWithPath: marker))
      #expect(patiently { book.title == "A" })
      book.title = "theirs"
      try context.save()
    }
  }

  @Test("A store without a history is restored like any other")
  func withoutHistory() throws {
    let directory = try ScratchDirectory()
    var configuration = ModelConfiguration(url: directory.file("a.store"))
    configuration.historyRetention = .none
    let container = try ModelContainer(for: Lone.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Lone("old"))
    try context.save()
    let backup = try container.backUp(to: directory.file("a.backup"))
    let lone = try #require(try context.only(Lone.self))
    lone.name = "new"
    try context.save()
    try container.restore(from: backup)
    #expect(lone.name == "old")
  }
}
