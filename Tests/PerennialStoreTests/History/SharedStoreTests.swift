import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Several containers on one file")
struct SharedStoreTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("a.store")
  }

  private func container(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Voyage.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func fetch(_ context: ModelContext) throws -> [Voyage] {
    try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.code)]))
  }

  @Test("The next fetch shows what the other has written to objects that are held")
  func fetch() throws {
    let (here, there) = (ModelContext(try container()), ModelContext(try container()))
    for name in ["A", "B"] { here.insert(Voyage(name)) }
    try here.save()
    let held = try fetch(there)
    #expect(held.map(\.code) == ["A", "B"])
    let own = try fetch(here)
    own[0].title = "new"
    own[0].legs = [Leg(1)]
    here.delete(own[1])
    here.insert(Voyage("C"))
    try here.save()
    #expect(try fetch(there).map(\.code) == ["A", "C"])
    #expect(held[0].title == "new")
    #expect(held[0].legs.map(\.number) == [1])
    #expect(held[1].modelContext == nil)
    #expect(held[1].code == "B")
  }

  @Test("What is changed here and not saved stays")
  func pending() throws {
    let (here, there) = (ModelContext(try container()), ModelContext(try container()))
    here.insert(Voyage("A", "old"))
    try here.save()
    let mine = try #require(try fetch(there).first)
    mine.title = "mine"
    let own = try #require(try fetch(here).first)
    own.title = "theirs"
    own.departure = Date(timeIntervalSinceReferenceDate: 1)
    try here.save()
    _ = try fetch(there)
    #expect(mine.title == "mine")
    #expect(mine.departure == Date(timeIntervalSinceReferenceDate: 1))
    try there.save()
    #expect(try RawDatabase(url).value("SELECT title FROM Voyage") == "mine")
  }

  @Test("Observers are told without a fetch, and the history names both")
  func observers() async throws {
    let (one, two) = (try container(), try container())
    let (here, there) = (ModelContext(one), ModelContext(two))
    here.author = "here"
    there.author = "there"
    here.insert(Voyage("A"))
    try here.save()
    let held = try #require(try fetch(there).first)
    let told = Mutex(0)
    withObservationTracking {
      _ = held.title
    } onChange: {
      told.withLock { $0 += 1 }
    }
    let posted = Mutex(0)
    let identity = ObjectIdentifier(two)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: nil, queue: nil
    ) { notification in
      guard let container = notification.object as? ModelContainer,
        ObjectIdentifier(container) == identity
      else { return }
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      if notification.userInfo?[key] is [String: any HistoryToken] { posted.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let own = try #require(try fetch(here).first)
    own.title = "new"
    try here.save()
    #expect(try await eventually { told.withLock { $0 } == 1 && posted.withLock { $0 } > 0 })
    #expect(held.title == "new")
    held.title = "newer"
    try there.save()
    #expect(try await eventually { own.title == "newer" })
    #expect(try here.history().map(\.author) == ["here", "here", "there"])
    #expect(try there.history().map(\.author) == ["here", "here", "there"])
  }

  @Test("Own saves do not come back")
  func echo() async throws {
    let (one, two) = (try container(), try container())
    let (here, there) = (ModelContext(one), ModelContext(two))
    let voyage = Voyage("A")
    here.insert(voyage)
    try here.save()
    let told = Mutex(0)
    withObservationTracking {
      _ = voyage.title
    } onChange: {
      told.withLock { $0 += 1 }
    }
    let observer = try HistoryObserver(modelContainer: one)
    for number in 0..<20 {
      here.insert(Voyage("own \(number)"))
      try here.save()
    }
    there.insert(Voyage("other"))
    try there.save()
    #expect(try await eventually { observer.eventCounter >= 21 })
    _ = try fetch(here)
    #expect(observer.eventCounter == 21)
    #expect(told.withLock { $0 } == 0)
  }

  @Test("A live result is right while what the other one saved was not told yet")
  func results() throws {
    let (here, there) = (ModelContext(try container()), ModelContext(try container()))
    for code in ["B", "D", "F"] { here.insert(Voyage(code)) }
    try here.save()
    let observer = try ResultsObserver<Voyage, Never>(
      sortBy: [SortDescriptor(\.code)], modelContext: here)
    #expect(observer.results.map(\.code) == ["B", "D", "F"])
    try #require(try fetch(there).first { $0.code == "D" }).code = "A"
    try there.save()
    here.insert(Voyage("C"))
    #expect(observer.results.map(\.code) == ["A", "B", "C", "F"])
  }

  @Test("An erased store is empty for the other one too")
  func erasure() throws {
    let (one, two) = (try container(), try container())
    let (here, there) = (ModelContext(one), ModelContext(two))
    here.insert(Voyage("A"))
    try here.save()
    let held = try #require(try fetch(there).first)
    try one.erase()
    #expect(try fetch(there).isEmpty)
    #expect(held.modelContext == nil)
    #expect(held.code == "A")
    here.insert(Voyage("B"))
    try here.save()
    #expect(try fetch(there).map(\.code) == ["B"])
  }

  @Test("If history was deleted before it was read, everything is read again")
  func gap() throws {
    let one = try container()
    let here = ModelContext(one)
    here.insert(Voyage("A"))
    here.insert(Voyage("B"))
    try here.save()
    // A process that sleeps: it reads nothing while the other one writes.
    let held = try fetch(here)
    let database = try RawDatabase(url)
    try database.run(
      """
      BEGIN;
      UPDATE Voyage SET title = 'new' WHERE code = 'A';
      DELETE FROM Voyage WHERE code = 'B';
      DELETE FROM _perennial_history;
      INSERT INTO _perennial_metadata (key, value) VALUES ('history_floor', '17');
      COMMIT
      """)
    #expect(try fetch(here).map(\.code) == ["A"])
    #expect(held[0].title == "new")
    #expect(held[1].code == "B")
    #expect(held[1].modelContext == nil)
    here.insert(Voyage("C"))
    try here.save()
    #expect(try here.history().map(\.id) == [18])
  }

  @Test("A store that is only read follows")
  func readOnly() throws {
    let here = ModelContext(try container())
    here.insert(Voyage("A"))
    try here.save()
    let there = ModelContext(try container(allowsSave: false))
    let held = try #require(try fetch(there).first)
    try #require(try fetch(here).first).title = "new"
    try here.save()
    _ = try fetch(there)
    #expect(held.title == "new")
    #expect(throws: SwiftDataError.readOnlyStore) {
      try there.deleteHistory(HistoryDescriptor<Transaction>())
    }
  }

  @Test("A container on fewer models follows what it knows")
  func subset() throws {
    let here = ModelContext(
      try ModelContainer(
        for: Voyage.self, Lone.self, configurations: ModelConfiguration(url: url)))
    here.insert(Voyage("A"))
    try here.save()
    let there = ModelContext(try container())
    let held = try #require(try fetch(there).first)
    try #require(try fetch(here).first).title = "new"
    here.insert(Lone("x"))
    try here.save()
    _ = try fetch(there)
    #expect(held.title == "new")
  }

  @Test("A container that is gone watches nothing")
  func end() throws {
    weak var gone: ModelContainer?
    do {
      let container = try container()
      let context = ModelContext(container)
      context.insert(Voyage("A"))
      try context.save()
      gone = container
    }
    #expect(gone == nil)
    // The last connection to close a file tidies up.
    let here = ModelContext(try container())
    #expect(try fetch(here).count == 1)
  }
}
