import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Contexts that do not merge by themselves")
struct AutomaticMergingTests {
  private func world(_ place: Place, _ body: (ModelContext, ModelContext, Essay) throws -> Void)
    throws
  {
    try place.with(Essay.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      #expect(here.automaticallyMergesChanges)
      here.insert(Essay("t0", body: "b0"))
      try here.save()
      here.automaticallyMergesChanges = false
      try body(here, there, try #require(try here.only(Essay.self)))
    }
  }

  private func change(_ there: ModelContext) throws {
    try #require(try there.only(Essay.self)).title = "t1"
    try there.save()
  }

  @Test("Objects stay as they were, until they are refreshed", arguments: Place.allCases)
  func values(place: Place) throws {
    try world(place) { here, there, mine in
      try change(there)
      #expect(mine.title == "t0")
      here.processPendingChanges()
      #expect(try here.fetch(FetchDescriptor<Essay>()).map(\.title) == ["t0"])
      #expect(mine.title == "t0")
      try here.refreshAllObjects()
      #expect(mine.title == "t1")
    }
  }

  @Test("They follow again when that is switched on", arguments: Place.allCases)
  func switching(place: Place) throws {
    try world(place) { here, there, mine in
      try change(there)
      #expect(mine.title == "t0")
      here.automaticallyMergesChanges = true
      #expect(mine.title == "t1")
      try #require(try there.only(Essay.self)).title = "t2"
      try there.save()
      #expect(mine.title == "t2")
    }
  }

  @Test("A refresh keeps what was changed here", arguments: Place.allCases)
  func pending(place: Place) throws {
    try world(place) { here, there, mine in
      mine.body = "mine"
      try change(there)
      try here.refreshAllObjects()
      #expect(mine.title == "t1" && mine.body == "mine")
      #expect(here.hasChanges)
      try here.save()
      let stored = try #require(try ModelContext(here.container).only(Essay.self))
      #expect(stored.title == "t1" && stored.body == "mine")
    }
  }

  @Test("What was not changed here is not written", arguments: Place.allCases)
  func saving(place: Place) throws {
    try world(place) { here, there, mine in
      try change(there)
      mine.body = "mine"
      try here.save()
      let stored = try #require(try ModelContext(here.container).only(Essay.self))
      #expect(stored.title == "t1" && stored.body == "mine")
      #expect(mine.title == "t0")
    }
  }

  @Test("Deleted objects stay readable, and leave with the refresh", arguments: Place.allCases)
  func deletion(place: Place) throws {
    try world(place) { here, there, mine in
      there.delete(try #require(try there.only(Essay.self)))
      try there.save()
      #expect(mine.title == "t0" && mine.modelContext === here)
      #expect(try here.fetchCount(FetchDescriptor<Essay>()) == 0)
      try here.refreshAllObjects()
      #expect(mine.modelContext == nil && mine.title == "t0")
    }
  }

  @Test("An erased store is found out with the refresh", arguments: Place.allCases)
  func erasure(place: Place) throws {
    try world(place) { here, _, mine in
      try here.container.erase()
      #expect(mine.modelContext === here)
      try here.refreshAllObjects()
      #expect(mine.modelContext == nil && mine.title == "t0")
    }
  }

  @Test("What many saves have changed is merged in the end", arguments: Place.allCases)
  func many(place: Place) throws {
    try world(place) { here, there, mine in
      let yours = try #require(try there.only(Essay.self))
      for number in 0..<600 {
        yours.title = "t\(number)"
        try there.save()
      }
      there.delete(yours)
      let other = Essay("other")
      there.insert(other)
      try there.save()
      #expect(mine.title == "t0")
      try here.refreshAllObjects()
      _ = mine.title
      #expect(mine.modelContext == nil)
    }
  }

  @Test("Observers and live results are told with the refresh", arguments: Place.allCases)
  func observers(place: Place) throws {
    try world(place) { here, there, mine in
      let told = Mutex<[String]>([])
      func watch() {
        withObservationTracking {
          _ = mine.title
        } onChange: {
          told.withLock { $0.append("object") }
        }
      }
      watch()
      let observer = try ResultsObserver<Essay, Never>(
        sortBy: [SortDescriptor(\.title)], modelContext: here)
      withObservationTracking {
        _ = observer.results.count
      } onChange: {
        told.withLock { $0.append("results") }
      }
      try change(there)
      there.insert(Essay("t9"))
      try there.save()
      #expect(told.withLock { $0 } == [])
      #expect(observer.results.map(\.title) == ["t0"])
      try here.refreshAllObjects()
      #expect(told.withLock { $0 }.sorted() == ["object", "results"])
      #expect(observer.results.map(\.title) == ["t1", "t9"])
      watch()
      here.automaticallyMergesChanges = true
      told.withLock { $0 = [] }
      try #require(try there.fetch(FetchDescriptor<Essay>()).first { $0.title == "t1" }).title = "x"
      try there.save()
      #expect(told.withLock { $0 }.contains("object"))
    }
  }

  @Test("A reference to what was deleted elsewhere is refused, and emptied by a refresh")
  func reference() throws {
    try world(.file) { here, there, mine in
      let reviewer = Reviewer("Ada")
      here.insert(reviewer)
      try here.save()
      mine.reviewer = reviewer
      try there.delete(model: Reviewer.self)
      let error = try refusal { try here.save() }
      #expect(error == .modelValidationFailure)
      #expect(here.hasChanges)
      try here.refreshAllObjects()
      try here.save()
      #expect(try ModelContext(here.container).only(Essay.self)?.reviewer == nil)
      #expect(mine.reviewer == nil)
    }
  }
}
