import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Two processes on one file")
struct TwoProcessTests {
  private static let saves = 1000

  /// Saves again and again, and waits until everything that the other one saved has been seen.
  private static func write(
    _ path: String, as author: String, beside other: String, since token: DefaultHistoryToken
  ) throws {
    let container = try ModelContainer(
      for: Lone.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    let observer = try HistoryObserver(
      historyTokens: [token.storeIdentifier: token], authors: [other], modelContainer: container)
    let context = ModelContext(container)
    context.author = author
    func marker(of name: String) throws -> Lone {
      // The other process may have begun already, or even be done.
      let names = [name, "\(name) is ready", "\(name) is done"]
      let found = try context.fetch(
        FetchDescriptor<Lone>(predicate: #Predicate { names.contains($0.name) }))
      return try #require(found.first)
    }
    let shared = try marker(of: other)
    let own = try marker(of: author)
    own.name = "\(author) is ready"
    try context.save()
    // The two write at the same time. How long the other one takes to begin is up to whatever else
    // the machine does, and says nothing; from when the file has it, it must be seen soon.
    let file = try RawDatabase(URL(fileURLWithPath: path))
    try #require(
      try patiently(within: .seconds(600)) {
        try file.value("SELECT count(*) FROM Lone WHERE name = '\(other)'") == "0"
      }, "\(other) has not begun")
    #expect(patiently { shared.name != other })
    for number in 1..<saves {
      context.insert(Lone("\(author) \(number)"))
      if number == saves - 1 { own.name = "\(author) is done" }
      try context.save()
    }
    // Each transaction of the other one is counted once, and its last reaches an object that is
    // held, without a fetch.
    #expect(
      patiently(within: .seconds(120)) {
        observer.eventCounter >= saves && shared.name == "\(other) is done"
      }, "\(author) has seen \(observer.eventCounter) saves")
    #expect(observer.eventCounter == saves)
    #expect(try context.fetchCount(FetchDescriptor<Lone>()) == 2 * saves)
  }

  @Test("A thousand saves from each: each sees the other's, none is lost", .timeLimit(.minutes(15)))
  func saves() async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let context = ModelContext(
      try ModelContainer(for: Lone.self, configurations: ModelConfiguration(url: url)))
    for name in ["parent", "child"] { context.insert(Lone(name)) }
    try context.save()
    let token = try #require(try context.history().last?.token)
    let text = String(decoding: try JSONEncoder().encode(token), as: UTF8.self)

    async let child: Void = Self.runChild(url.path, text)
    try await withTaskExecutorPreference(OwnThread()) {
      try Self.write(url.path, as: "parent", beside: "child", since: token)
    }
    await child

    let database = try RawDatabase(url)
    let names = try database.rows("SELECT name FROM Lone").map { $0[0] }
    let expected = ["parent", "child"].flatMap { author in
      (1..<Self.saves).map { "\(author) \($0)" } + ["\(author) is done"]
    }
    #expect(names.sorted() == expected.sorted())
    #expect(
      try database.rows(
        "SELECT author, count(*), count(DISTINCT origin) FROM _perennial_history GROUP BY author")
        == [["NULL", "1", "1"], ["child", "1000", "1"], ["parent", "1000", "1"]])
    #expect(try database.value("SELECT max(id) FROM _perennial_history") == "2001")
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try context.history(after: token).count == 2 * Self.saves)
  }

  private static func runChild(_ path: String, _ token: String) async {
    await #expect(processExitsWith: .success) { [path = path as String, token = token as String] in
      let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(token.utf8))
      try TwoProcessTests.write(path, as: "child", beside: "parent", since: token)
    }
  }
}
