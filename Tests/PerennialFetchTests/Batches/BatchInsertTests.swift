import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Batch insertion")
struct BatchInsertTests: ParcelReading {
  private struct Failure: Error {}

  @Test(
    "Every value becomes a row, with its own defaults, in order", arguments: Place.builtIn,
    [0, 1, 255, 256, 257, 700])
  func rows(place: Place, count: Int) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let written = try context.insert(model: Parcel.self, from: 0..<count) { number in
        let parcel = Parcel("\(number)", code: number)
        parcel.size.height = number
        return parcel
      }
      #expect(written == count)
      #expect(!context.hasChanges && context.insertedModelsArray.isEmpty)
      for context in [context, ModelContext(container)] {
        let all = try context.fetch(FetchDescriptor<Parcel>())
        #expect(all.map(\.title) == (0..<count).map(String.init))
        #expect(all.map(\.code) == Array(0..<count))
        #expect(all.map(\.size.height) == Array(0..<count))
        #expect(Set(all.map(\.key)).count == count)
        #expect(all.allSatisfy { $0.label == "none" && $0.strokes == 7 && $0.depot == nil })
      }
      #expect(try context.history().count == (count == 0 ? 0 : 1))
    }
  }

  // One after the other: the objects are counted.
  @Test("Nothing is kept of the objects but their keys")
  func memory() throws {
    for place in Place.builtIn {
      try place.with(Lamp.self) { container in
        var most = 0
        let values = (0..<20_000).lazy.map { number in
          most = max(most, Lamp.Filament.alive)
          return number
        }
        let context = ModelContext(container)
        let count = try context.insert(model: Lamp.self, from: values) { Lamp($0) }
        #expect(count == 20_000)
        #expect(most > 0 && most <= 1000)
        #expect(Lamp.Filament.alive == 0)
        #expect(try context.fetchCount(FetchDescriptor<Lamp>()) == 20_000)
      }
    }
  }

  @Test(
    "Contexts, held collections and live results follow, and are told once",
    arguments: Place.builtIn)
  func following(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let depot = Depot("d")
      depot.parcels = [Parcel("old")]
      let route = Route("r")
      context.insert(depot)
      context.insert(route)
      try context.save()
      let other = ModelContext(container)
      let held = try #require(try other.only(Depot.self))
      #expect(held.parcels.count == 1)
      let observer = try ResultsObserver<Parcel, Never>(
        sortBy: [SortDescriptor(\.title)], modelContext: other)
      #expect(observer.results.count == 1)
      let told = Mutex(0)
      withObservationTracking {
        _ = held.parcels
      } onChange: {
        told.withLock { $0 += 1 }
      }
      let posted = Mutex<[Set<PersistentIdentifier>]>([])
      let identity = ObjectIdentifier(context)
      let token = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: nil, queue: nil
      ) { notification in
        guard let sender = notification.object as? ModelContext,
          ObjectIdentifier(sender) == identity
        else { return }
        posted.withLock { $0.append(notification.identifiers(.insertedIdentifiers)) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try context.insert(model: Parcel.self, from: 0..<300) { number in
        let parcel = Parcel("p\(number)", depot: depot)
        parcel.route = route
        return parcel
      }
      #expect(told.withLock { $0 } == 1)
      #expect(held.parcels.map(\.title) == ["old"] + (0..<300).map { "p\($0)" })
      #expect(depot.parcels.map(\.title) == held.parcels.map(\.title))
      #expect(route.parcels?.count == 300)
      #expect(observer.results.count == 301)
      #expect(!context.hasChanges && !other.hasChanges)
      let parcels = try context.fetch(
        FetchDescriptor<Parcel>(predicate: #Predicate { $0.title != "old" }))
      #expect(posted.withLock { $0 } == [Set(parcels.map(\.persistentModelID))])
    }
  }

  @Test("It is one transaction of the history", arguments: Place.builtIn)
  func history(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let depot = Depot("d")
      context.insert(depot)
      context.insert(Parcel("there", code: 5))
      try context.save()
      let token = try #require(try context.history().last?.token)
      context.author = "importer"
      // The last two have the code of the first, and of a row that is there.
      try context.insert(model: Parcel.self, from: [1, 2, 1, 5] as [Int]) {
        Parcel("code \($0)", code: $0, depot: depot)
      }
      let transactions = try context.history(after: token)
      #expect(transactions.map(\.author) == ["importer"])
      let kinds = transactions.first?.changes.map { change in
        switch change {
        case .insert: "insert \(change.changedPersistentIdentifier.entityName)"
        case .update: "update \(change.changedPersistentIdentifier.entityName)"
        case .delete: "delete \(change.changedPersistentIdentifier.entityName)"
        }
      }
      #expect(
        kinds?.sorted() == ["insert Parcel", "insert Parcel", "update Depot", "update Parcel"])
      #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 3)
    }
  }

  @Test("A block that throws leaves everything as it was", arguments: Place.builtIn)
  func throwing(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let depot = Depot("d")
      let parcel = Parcel("there", code: 1, depot: depot)
      context.insert(parcel)
      try context.save()
      parcel.title = "changed"
      context.insert(Depot("pending"))
      #expect(throws: Failure.self) {
        try context.insert(model: Parcel.self, from: 0..<600) { number in
          if number == 550 {
            // The rows that were written so far are visible to no other context.
            depot.name = "by the block"
            context.insert(Depot("by the block"))
            _ = try context.fetch(FetchDescriptor<Parcel>())
            throw Failure()
          }
          return Parcel("\(number)", code: number, depot: depot)
        }
      }
      #expect(depot.name == "d" && parcel.title == "changed")
      #expect(depot.parcels.map(\.title) == ["changed"])
      #expect(context.insertedModelsArray.count == 1)
      #expect(try titles(container) == ["there"])
      #expect(try context.fetch(FetchDescriptor<Parcel>()).map(\.title) == ["changed"])
      #expect(try context.history().count == 1)
      try context.save()
      #expect(try titles(container) == ["changed"])
      let depots = try ModelContext(container).fetch(FetchDescriptor<Depot>()).map(\.name)
      #expect(depots.sorted() == ["d", "pending"])
    }
  }

  // MARK: The context

  @Test("Changes that are not saved stay so", arguments: Place.builtIn)
  func dirty(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let depot = Depot("d")
      let parcel = Parcel("old", code: 1, depot: depot)
      context.insert(parcel)
      try context.save()
      parcel.title = "mine"
      context.insert(Parcel("pending", code: 2, depot: depot))
      try context.insert(model: Parcel.self, from: [1, 2, 3] as [Int]) {
        let parcel = Parcel("batch \($0)", code: $0, depot: depot)
        parcel.label = "batch"
        return parcel
      }
      #expect(parcel.title == "mine" && parcel.label == "batch")
      #expect(context.changedModelsArray.count > 0 && context.insertedModelsArray.count == 1)
      #expect(
        depot.parcels.map(\.title).sorted() == ["batch 2", "batch 3", "mine", "pending"])
      context.rollback()
      #expect(parcel.title == "batch 1")
      #expect(depot.parcels.map(\.title).sorted() == ["batch 1", "batch 2", "batch 3"])
    }
  }

  @Test("An undo does not take it back", arguments: Place.builtIn)
  func undo(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      context.undoManager = UndoManager()
      context.insert(Depot("d"))
      try context.insert(model: Parcel.self, from: 0..<3) { Parcel("\($0)") }
      context.undoManager?.undo()
      #expect(try context.fetchCount(FetchDescriptor<Depot>()) == 0)
      #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 3)
      #expect(context.undoManager?.canUndo == false)
    }
  }

  @Test(
    "In a transaction it is part of it, whatever the objects lead to", arguments: Place.allCases)
  func transaction(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      func run(fails: Bool) throws {
        try context.transaction {
          let depot = Depot("d")
          context.insert(depot)
          let count = try context.insert(model: Parcel.self, from: 0..<3) { number in
            let parcel = Parcel("\(number)", depot: depot)
            parcel.stamps = [Stamp(number)]
            return parcel
          }
          #expect(count == 3 && depot.parcels.count == 3)
          // Of one that throws nothing stays, if the program goes on.
          #expect(throws: Failure.self) {
            try context.insert(model: Parcel.self, from: 0..<3) { number in
              if number == 2 { throw Failure() }
              return Parcel("\(number)", depot: depot)
            }
          }
          #expect(depot.parcels.count == 3)
          if fails { throw Failure() }
        }
      }
      #expect(throws: Failure.self) { try run(fails: true) }
      #expect(try titles(container).isEmpty && !context.hasChanges)
      try run(fails: false)
      let fresh = ModelContext(container)
      #expect(try fresh.only(Depot.self)?.parcels.map(\.title) == ["0", "1", "2"])
      #expect(try fresh.fetchCount(FetchDescriptor<Fixtures.Stamp>()) == 3)
    }
  }

  // MARK: Files, search, hierarchies

  @Test("Large values are files, texts are found, and nothing stays of what failed")
  func files() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Crate.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    func parcel(_ number: Int) -> Parcel {
      let parcel: Parcel =
        number.isMultiple(of: 2) ? Crate("\(number)", weight: 1) : Parcel("\(number)")
      parcel.content = Data(repeating: UInt8(number), count: 200_000)
      parcel.label = "word\(number)"
      parcel.secret = Data([1, UInt8(number)])
      return parcel
    }
    func files() throws -> Int {
      let folder = url.path + "-external"
      guard FileManager.default.fileExists(atPath: folder) else { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: folder).count
    }
    #expect(throws: Failure.self) {
      try context.insert(model: Parcel.self, from: 0..<300) { number in
        if number == 290 { throw Failure() }
        return number < 4 ? parcel(number) : Parcel("\(number)")
      }
    }
    #expect(try files() == 0)
    try context.insert(model: Parcel.self, from: 0..<4, parcel)
    #expect(try files() == 4)
    let all = try ModelContext(container).fetch(FetchDescriptor<Parcel>())
    #expect(all.map { $0 is Crate } == [true, false, true, false])
    #expect(all.map(\.content.count) == [200_000, 200_000, 200_000, 200_000])
    #expect(all.map(\.content.first) == [0, 1, 2, 3])
    #expect(all.map(\.secret) == (0..<4).map { Data([1, UInt8($0)]) })
    #expect(try context.search("word2", in: Parcel.self).map(\.title) == ["2"])
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 2)
  }

  // MARK: Progress

  @Test("It reports to the current progress, and stops when that is cancelled")
  func progress() throws {
    try Place.memory.withParcels { container in
      let context = ModelContext(container)
      func run(_ progress: Progress, _ make: (Int) -> Parcel) throws {
        progress.becomeCurrent(withPendingUnitCount: 100)
        defer { progress.resignCurrent() }
        try context.insert(model: Parcel.self, from: 0..<1024, make)
      }
      let progress = Progress(totalUnitCount: 100)
      var seen: Set<Double> = []
      try run(progress) { number in
        seen.insert(progress.fractionCompleted)
        return Parcel("\(number)")
      }
      #expect(seen == [0, 0.25, 0.5, 0.75])
      #expect(progress.fractionCompleted == 1)
      let cancelled = Progress(totalUnitCount: 100)
      #expect(throws: CancellationError.self) {
        try run(cancelled) { number in
          if number == 700 { cancelled.cancel() }
          return Parcel("\(number)")
        }
      }
      #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 1024)
    }
  }

  @Test("A task that is cancelled has written nothing")
  func cancellation() async throws {
    let container = try ModelContainer(
      for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let task = Task {
      let context = ModelContext(container)
      try context.insert(model: Parcel.self, from: 0..<1000) { number in
        if number == 300 { withUnsafeCurrentTask { $0?.cancel() } }
        return Parcel("\(number)")
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try titles(container).isEmpty)
  }
}
