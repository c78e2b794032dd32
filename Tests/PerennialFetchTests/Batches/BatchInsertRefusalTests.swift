import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Batch insertion: refusals and rules")
struct BatchInsertRefusalTests: ParcelReading {
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

  // MARK: Stores

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
}
