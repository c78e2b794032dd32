import Foundation
import Observation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Batch insertion")
struct BatchInsertTests {
  private struct Failure: Error {}

  private func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Parcel>()).map(\.title)
  }

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

  // MARK: What cannot be written

  enum Offence: String, CaseIterable, CustomTestStringConvertible {
    case toMany, newTarget, pendingTarget, deletedTarget, inserted, appended, stored, twice
    case assignedToMany, foreign

    var testDescription: String { rawValue }

    /// The name that the error has to contain.
    var named: String {
      switch self {
      case .toMany, .assignedToMany: "Parcel.stamps"
      case .newTarget, .pendingTarget, .deletedTarget, .foreign: "Parcel.depot"
      case .appended: "Parcel.depot"
      case .inserted, .stored: "Parcel"
      case .twice: "the same key"
      }
    }
  }

  @Test(
    "What leads to others that would have to be written is refused", arguments: Offence.allCases)
  func refusals(offence: Offence) throws {
    try Place.memory.withParcels { container in
      let context = ModelContext(container)
      let (depot, gone, stamp) = (Depot("d"), Depot("gone"), Stamp(1))
      let stored = Parcel("stored")
      for model in [depot, gone, stamp, stored] as [any PersistentModel] { insert(model, context) }
      try context.save()
      context.delete(gone)
      try context.save()
      let twice = Parcel("twice")
      try Place.memory.withParcels { elsewhere in
        let foreign = Depot("foreign")
        let other = ModelContext(elsewhere)
        other.insert(foreign)
        try other.save()
        let error = try refusal {
          try context.insert(model: Parcel.self, from: 0..<300) { number in
            let parcel = Parcel("\(number)")
            if number < 290 { return parcel }
            switch offence {
            case .toMany: parcel.stamps = [Stamp(2)]
            case .assignedToMany: parcel.stamps.append(stamp)
            case .newTarget: parcel.depot = Depot("new")
            case .pendingTarget:
              let pending = Depot("pending")
              context.insert(pending)
              parcel.depot = pending
            case .deletedTarget: parcel.depot = gone
            case .foreign: parcel.depot = foreign
            case .inserted: context.insert(parcel)
            case .appended: depot.parcels.append(parcel)
            case .stored: return stored
            case .twice: return twice
            }
            return parcel
          }
        }
        #expect(error == .modelValidationFailure)
        #expect(error.explanation.contains(offence.named), "\(error)")
        #expect(!other.hasChanges)
      }
      #expect(!context.hasChanges)
      #expect(depot.parcels.isEmpty && stamp.parcels.isEmpty)
      #expect(try titles(container) == ["stored"])
      // The context works as before.
      depot.name = "later"
      try context.save()
      #expect(try ModelContext(container).only(Depot.self)?.name == "later")
    }
  }

  private func insert(_ model: some PersistentModel, _ context: ModelContext) {
    context.insert(model)
  }

  @Test("References to saved objects can be given in every way", arguments: Place.builtIn)
  func references(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let (depot, other, slip) = (Depot("d"), Depot("e"), Slip(1))
      for model in [depot, other, slip] as [any PersistentModel] { insert(model, context) }
      try context.save()
      let identifier = depot.persistentModelID
      let elsewhere = try #require(
        try ModelContext(container).existingModel(for: other.persistentModelID) as? Depot)
      try context.insert(model: Parcel.self, from: 0..<4) { number in
        switch number {
        case 0: return Parcel("0", depot: depot)
        case 1:
          let parcel = Parcel("1", depot: other)
          parcel.depot = try context.existingModel(for: identifier) as? Depot
          return parcel
        case 2:
          let parcel = Parcel("2", depot: Depot("forgotten"))
          parcel.depot = elsewhere
          parcel.slip = slip
          return parcel
        default:
          let parcel = Parcel("3", depot: depot)
          parcel.depot = nil
          parcel.origin = other
          return parcel
        }
      }
      #expect(!context.hasChanges)
      #expect(depot.parcels.map(\.title) == ["0", "1"])
      #expect(other.parcels.map(\.title) == ["2"])
      #expect(slip.parcel?.title == "2")
      let last = try context.fetch(
        FetchDescriptor<Parcel>(predicate: #Predicate { $0.title == "3" })
      ).first
      #expect(last?.origin === other && last?.depot == nil)
    }
  }

  @Test("The block cannot save, and is told so", arguments: Place.builtIn)
  func saving(place: Place) throws {
    try place.withParcels { container in
      let context = ModelContext(container)
      let depot = Depot("d")
      context.insert(depot)
      try context.save()
      let attempts: [() throws -> Void] = [
        {
          depot.name = "e"
          try context.save()
        },
        { try context.delete(model: Depot.self) },
        { try context.update(model: Depot.self, setting: [.set(\.name, to: "e")]) },
        { try context.insert(model: Depot.self, from: [1]) { Depot("\($0)") } },
        { try container.erase() },
      ]
      for attempt in attempts {
        let error = try refusal {
          try context.insert(model: Parcel.self, from: 0..<3) { number in
            if number == 2 { try attempt() }
            return Parcel("\(number)")
          }
        }
        #expect(error == .unsupportedFeature)
      }
      // One that goes on all the same has saved nothing.
      try context.insert(model: Parcel.self, from: 0..<3) { number in
        try? attempts.first?()
        return Parcel("\(number)")
      }
      #expect(try titles(container) == ["0", "1", "2"])
      #expect(try ModelContext(container).only(Depot.self)?.name == "d")
      #expect(context.hasChanges)
      try context.save()
      #expect(try ModelContext(container).only(Depot.self)?.name == "e")
    }
  }

  // MARK: Rules

  @Test("Counts and required relationships are checked as by a save", arguments: Place.builtIn)
  func rules(place: Place) throws {
    try place.with(Team.self, Customer.self, PadlockKey.self) { container in
      let context = ModelContext(container)
      let team = Team("t", members: [Member("m")])
      let customer = Customer("c")
      let lock = Padlock("l")
      let first = PadlockKey("k", lock: lock)
      for model in [team, customer, first] as [any PersistentModel] { insert(model, context) }
      try context.save()
      func member(_ name: String) -> Member {
        let member = Member(name)
        member.team = team
        return member
      }
      let none = try refusal {
        try context.insert(model: Team.self, from: ["u"]) { Team($0) }
      }
      #expect(none == .modelValidationFailure && none.explanation.contains("members has 0"))
      let many = try refusal {
        try context.insert(model: Member.self, from: ["a", "b", "c"], member)
      }
      #expect(many == .modelValidationFailure && many.explanation.contains("members has 4"))
      try context.insert(model: Member.self, from: ["a", "b"], member)
      #expect(team.members.map(\.name) == ["m", "a", "b"])
      context.delete(customer)
      let doomed = try refusal {
        try context.insert(model: Purchase.self, from: ["p"]) { Purchase($0, customer: customer) }
      }
      #expect(
        doomed == .modelValidationFailure && doomed.explanation.contains(".customer must not"))
      context.rollback()
      try context.insert(model: Purchase.self, from: ["p"]) { Purchase($0, customer: customer) }
      #expect(customer.purchases.map(\.item) == ["p"])
      let stolen = try refusal {
        try context.insert(model: PadlockKey.self, from: ["j"]) { PadlockKey($0, lock: lock) }
      }
      #expect(stolen == .modelValidationFailure && stolen.explanation.contains(".lock must not"))
      #expect(lock.key === first)
      #expect(try context.fetchCount(FetchDescriptor<PadlockKey>()) == 1)
    }
  }

  @Test("A unique value that is taken is what the merge policy says", arguments: Place.builtIn)
  func policies(place: Place) throws {
    for policy in [MergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
      try place.withParcels { container in
        let context = ModelContext(container)
        let old = Parcel("old", code: 1)
        context.insert(old)
        try context.save()
        context.mergePolicy = policy
        func run() throws {
          try context.insert(model: Parcel.self, from: [1, 2] as [Int]) { Parcel("new", code: $0) }
        }
        if policy == .error {
          let error = try refusal(run)
          #expect(error == .mergeConflict && !error.conflicts.isEmpty)
          #expect(try titles(container) == ["old"])
        } else {
          try run()
          #expect(old.title == (policy == .mergeByPropertyStoreTrump ? "old" : "new"))
          #expect(try titles(container) == [old.title, "new"])
        }
      }
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

  @Test("A custom store, one that is read-only, and one without the model refuse")
  func stores() throws {
    try Place.custom.withParcels { container in
      let context = ModelContext(container)
      var calls = 0
      let error = try refusal {
        try context.insert(model: Parcel.self, from: 0..<3) { number in
          calls += 1
          return Parcel("\(number)")
        }
      }
      #expect(error == .unsupportedFeature && error.explanation.contains("transaction"))
      #expect(calls == 0 && !context.hasChanges)
    }
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    _ = try ModelContainer(for: Team.self, configurations: ModelConfiguration(url: url))
    let reading = try ModelContainer(
      for: Team.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    #expect(throws: SwiftDataError.readOnlyStore) {
      try ModelContext(reading).insert(model: Member.self, from: ["a"]) { Member($0) }
    }
    _ = try Place.memory.with(Lone.self) { container in
      #expect(throws: SwiftDataError.unknownSchema) {
        try ModelContext(container).insert(model: Member.self, from: ["a"]) { Member($0) }
      }
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
