import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Fetching and deleting history")
struct HistoryFetchTests {
  private func fill(_ container: ModelContainer, _ authors: [String?]) throws -> ModelContext {
    let context = ModelContext(container)
    for (number, author) in authors.enumerated() {
      context.author = author
      context.insert(Voyage("\(number)"))
      try context.save()
    }
    return context
  }

  @Test("By author, as programs ask for it", arguments: Place.allCases)
  func author(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = try fill(container, ["app", nil, "widget", "app"])
      func authors(_ predicate: Predicate<Transaction>) throws -> [String?] {
        try context.fetchHistory(HistoryDescriptor(predicate: predicate)).map(\.author)
      }
      #expect(try authors(#Predicate { $0.author == "app" }) == ["app", "app"])
      #expect(
        try authors(#Predicate { $0.author == nil || $0.author != "app" }) == [nil, "widget"])
      let token = try #require(try context.history().first?.token)
      #expect(
        try authors(#Predicate { $0.token > token && $0.author == "app" }) == ["app"])
      #expect(try authors(#Predicate { token < $0.token && $0.author == nil }) == [nil])
      let store = token.storeIdentifier
      #expect(try authors(#Predicate { $0.storeIdentifier == store }).count == 4)
      #expect(try authors(#Predicate { $0.storeIdentifier != store }).isEmpty)
      #expect(try authors(#Predicate { !($0.token > token) }) == ["app"])
    }
  }

  @Test("By time", arguments: Place.allCases)
  func time(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = try fill(container, ["a", "b", "c"])
      let times = try context.history().map(\.timestamp)
      #expect(times == times.sorted())
      let (past, future) = (Date.distantPast, Date.distantFuture)
      let all = HistoryDescriptor<Transaction>(predicate: #Predicate { $0.timestamp > past })
      #expect(try context.fetchHistory(all).count == 3)
      let none = HistoryDescriptor<Transaction>(predicate: #Predicate { $0.timestamp > future })
      #expect(try context.fetchHistory(none).isEmpty)
    }
  }

  @Test("By what was changed", arguments: Place.allCases)
  func changes(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = try fill(container, ["a"])
      for name in ["b", "c"] { context.insert(Voyage(name)) }
      try context.save()
      let two = HistoryDescriptor<Transaction>(predicate: #Predicate { $0.changes.count == 2 })
      #expect(try context.fetchHistory(two).map(\.changes.count) == [2])
    }
  }

  @Test("Backwards, and only so many", arguments: Place.allCases)
  func order(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = try fill(container, (0..<7).map { "\(6 - $0)" })
      let numbers = try context.history().map(\.id)
      #expect(numbers == numbers.sorted())
      var descriptor = HistoryDescriptor<Transaction>()
      descriptor.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
      #expect(try context.fetchHistory(descriptor).map(\.id) == numbers.reversed())
      descriptor.fetchLimit = 2
      #expect(try context.fetchHistory(descriptor).map(\.id) == Array(numbers.suffix(2).reversed()))
      descriptor.sortBy = [.init(\.timestamp)]
      #expect(try context.fetchHistory(descriptor).map(\.id) == Array(numbers.prefix(2)))
      descriptor.sortBy = []
      #expect(try context.fetchHistory(descriptor).map(\.id) == Array(numbers.prefix(2)))
      descriptor.predicate = #Predicate { $0.author == "0" || $0.author == "1" }
      descriptor.fetchLimit = 1
      #expect(try context.fetchHistory(descriptor).map(\.author) == ["1"])
    }
  }

  @Test("A long history is read to its end")
  func pages() throws {
    try Place.memory.with(Voyage.self) { container in
      let context = try fill(container, (0..<1201).map { $0 % 400 == 0 ? "rare" : nil })
      #expect(try context.history().count == 1201)
      var rare = HistoryDescriptor<Transaction>(predicate: #Predicate { $0.author == "rare" })
      #expect(try context.fetchHistory(rare).count == 4)
      rare.sortBy = [.init(\.id, order: .reverse)]
      rare.fetchLimit = 3
      let ids = try context.fetchHistory(rare).map(\.id)
      #expect(ids == ids.sorted(by: >))
      #expect(ids.count == 3)
    }
  }

  @Test("Deleting by author leaves the others and their tokens", arguments: Place.allCases)
  func deletion(place: Place) throws {
    try place.with(Voyage.self) { container in
      let context = try fill(container, ["app", "widget", "app", "widget"])
      let first = try #require(try context.history().first?.token)
      try context.deleteHistory(
        HistoryDescriptor<Transaction>(predicate: #Predicate { $0.author == "widget" }))
      #expect(try context.history().map(\.author) == ["app", "app"])
      #expect(try context.history(after: first).map(\.author) == ["app"])
      var oldest = HistoryDescriptor<Transaction>()
      oldest.fetchLimit = 1
      try context.deleteHistory(oldest)
      #expect(try context.history().count == 1)
      #expect(try context.fetchCount(FetchDescriptor<Voyage>()) == 4, "objects stay")
    }
  }

  @Test("Kept values go with their transaction")
  func tombstones() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Voyage.self, configurations: ModelConfiguration(url: url))
    let context = try fill(container, [nil, nil])
    try context.delete(model: Voyage.self)
    let query = "SELECT count(*) FROM _perennial_tombstones"
    #expect(try RawDatabase(url).value(query) == "6")
    try context.deleteHistory(HistoryDescriptor<Transaction>())
    #expect(try RawDatabase(url).value(query) == "0")
  }

  @Test("History may be limited in age, and is then cut when the store is opened")
  func retention() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    var configuration = ModelConfiguration(url: url)
    configuration.historyRetention = .atMost(.seconds(3600))
    func context() throws -> ModelContext {
      ModelContext(try ModelContainer(for: Voyage.self, configurations: configuration))
    }
    let token = try #require(
      try fill(context().container, ["a", "b", "c"]).history().first?.token)
    #expect(try context().history().count == 3)
    try RawDatabase(url).run("UPDATE _perennial_history SET time = time - 4000 WHERE author < 'c'")
    #expect(try context().history().map(\.author) == ["c"])
    #expect(throws: SwiftDataError.historyTokenExpired) { try context().history(after: token) }
  }

  @Test("A store may keep no history", arguments: StoreKind.allCases)
  func none(kind: StoreKind) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    var configuration =
      kind == .file
      ? ModelConfiguration(url: url) : ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.historyRetention = .none
    let container = try ModelContainer(for: Voyage.self, configurations: configuration)
    let context = try fill(container, ["a"])
    try context.delete(model: Voyage.self)
    try container.erase()
    #expect(throws: SwiftDataError.unsupportedFeature) { try context.history() }
    #expect(throws: SwiftDataError.unsupportedFeature) {
      try HistoryObserver(modelContainer: container)
    }
    if kind == .file {
      let tables = try RawDatabase(url).rows("SELECT name FROM sqlite_master").joined()
      #expect(!tables.contains("_perennial_history"))
    }
  }

  @Test("An entity that the container does not have is refused, and the history stays")
  func unknownEntity() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let both = try ModelContainer(
      for: Voyage.self, Lone.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(both)
    context.insert(Lone("x"))
    try context.save()
    let token = try #require(try context.history().last?.token)
    context.insert(Voyage("A"))
    try context.save()
    let few = ModelContext(
      try ModelContainer(for: Voyage.self, configurations: ModelConfiguration(url: url)))
    let error = try refusal { _ = try few.history() }
    #expect(error == .unknownSchema)
    #expect(error.explanation.contains("Lone"))
    #expect(try few.history(after: token).count == 1)
    #expect(try context.history().count == 2)
  }

  @Test("Damaged changes are refused by name; the objects are untouched")
  func damage() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Voyage.self, configurations: ModelConfiguration(url: url))
    let context = try fill(container, ["a", "b"])
    let texts = [
      "", "[", "{}", #"[{"kind":"insert"}]"#, #"[{"entity":"Voyage","kind":"x","keys":[]}]"#,
      #"[{"entity":"Voyage","kind":"insert","keys":[[5,1]]}]"#,
      #"[{"entity":"Voyage","kind":"insert","keys":[[1,9000000000000000000]]}]"#,
    ]
    for text in texts {
      try RawDatabase(url).run("UPDATE _perennial_history SET changes = '\(text)' WHERE id = 1")
      let error = try refusal { _ = try context.history() }
      #expect(error == .storeFailure, "\(text)")
      #expect(error.explanation.contains("transaction 1"), "\(text)")
    }
    try context.deleteHistory(
      HistoryDescriptor<Transaction>(predicate: #Predicate { $0.transactionIdentifier <= 1 }))
    #expect(try context.history().map(\.author) == ["b"])
    #expect(try context.fetchCount(FetchDescriptor<Voyage>()) == 2)
  }

  @Test("A transaction of another kind of store is refused")
  func otherKind() throws {
    struct Foreign: HistoryTransaction {
      let id = 1
      let timestamp = Date()
      let changes: [HistoryChange] = []
      let token: DefaultHistoryToken
      let transactionIdentifier = 1
      let storeIdentifier = ""
      let author: String? = nil
      static func == (lhs: Foreign, rhs: Foreign) -> Bool { lhs.id == rhs.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    try Place.memory.with(Voyage.self) { container in
      let context = ModelContext(container)
      #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
        try context.fetchHistory(HistoryDescriptor<Foreign>())
      }
    }
  }
}
