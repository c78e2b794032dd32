import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("HistoryObserver")
struct HistoryObserverTests {
  private func save(_ model: any PersistentModel, by author: String?, in container: ModelContainer)
    throws
  {
    let context = ModelContext(container)
    context.author = author
    context.insert(model)
    try context.save()
  }

  @Test("It counts transactions from now on", arguments: Place.allCases)
  func counts(place: Place) throws {
    try place.with(Voyage.self) { container in
      try save(Voyage("A"), by: nil, in: container)
      let observer = try HistoryObserver(modelContainer: container)
      #expect(observer.eventCounter == 0)
      #expect(observer.modelContainer === container)
      let context = ModelContext(container)
      context.insert(Voyage("B"))
      #expect(observer.eventCounter == 0)
      try context.save()
      #expect(observer.eventCounter == 1)
      try context.save()
      #expect(observer.eventCounter == 1)
      try context.delete(model: Voyage.self)
      #expect(observer.eventCounter == 2)
      try container.erase()
      #expect(observer.eventCounter == 3)
    }
  }

  @Test("Only those of its models and authors", arguments: Place.allCases)
  func interest(place: Place) throws {
    try place.with(Voyage.self, Lone.self) { container in
      let models = try HistoryObserver(
        observedModels: [Lone.self, Port.self], modelContainer: container)
      let authors = try HistoryObserver(authors: ["app", "widget"], modelContainer: container)
      let both = try HistoryObserver(
        observedModels: [Lone.self], authors: ["app"], modelContainer: container)
      func counters() -> [Int] { [models, authors, both].map(\.eventCounter) }
      try save(Voyage("A"), by: "app", in: container)
      #expect(counters() == [0, 1, 0])
      try save(Lone("A"), by: nil, in: container)
      #expect(counters() == [1, 1, 0])
      try save(Lone("B"), by: "app", in: container)
      #expect(counters() == [2, 2, 1])
      try save(Port("C"), by: "other", in: container)
      #expect(counters() == [3, 2, 1])
      #expect(authors.authors == ["app", "widget"])
      #expect(models.observedModels.count == 2)
    }
  }

  @Test("With tokens it counts what has happened since", arguments: Place.allCases)
  func tokens(place: Place) throws {
    try place.with(Voyage.self, Lone.self) { container in
      for name in ["A", "B", "C"] { try save(Voyage(name), by: name, in: container) }
      try save(Lone("D"), by: "D", in: container)
      let token = try #require(try ModelContext(container).history().first?.token)
      let tokens = [token.storeIdentifier: token]
      let all = try HistoryObserver(historyTokens: tokens, modelContainer: container)
      #expect(all.eventCounter == 3)
      let some = try HistoryObserver(
        historyTokens: tokens, observedModels: [Voyage.self], modelContainer: container)
      #expect(some.eventCounter == 2)
      try save(Voyage("E"), by: nil, in: container)
      #expect(all.eventCounter == 4)
      #expect(some.eventCounter == 3)
      try ModelContext(container).deleteHistory(HistoryDescriptor<Transaction>())
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try HistoryObserver(historyTokens: tokens, modelContainer: container)
      }
      try Place.memory.with(Voyage.self) { other in
        #expect(throws: SwiftDataError.historyTokenExpired) {
          try HistoryObserver(historyTokens: tokens, modelContainer: other)
        }
        #expect(throws: SwiftDataError.unknownSchema) {
          try HistoryObserver(observedModels: [Lone.self], modelContainer: other)
        }
      }
    }
  }

  @Test("It is observed, and counts on its actor")
  @MainActor
  func isolation() async throws {
    let container = try ModelContainer(
      for: Voyage.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let observer = try HistoryObserver(modelContainer: container)
    let told = Mutex<[Bool]>([])
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      let isMain = isOnMainQueue()
      told.withLock { $0.append(isMain) }
    }
    await Task.detached {
      let context = ModelContext(container)
      context.insert(Voyage("A"))
      try? context.save()
    }.value
    #expect(try await eventually { observer.eventCounter == 1 })
    #expect(told.withLock { $0 } == [true])
  }

  @Test("It ends when nobody holds it")
  func end() throws {
    try Place.memory.with(Voyage.self) { container in
      weak var gone: HistoryObserver?
      do {
        let observer = try HistoryObserver(modelContainer: container)
        gone = observer
        #expect(observer.eventCounter == 0)
      }
      #expect(gone == nil)
      try save(Voyage("A"), by: nil, in: container)
    }
  }
}
