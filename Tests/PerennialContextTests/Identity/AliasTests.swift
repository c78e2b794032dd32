import Foundation
import Observation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/2: A new object that turns out to be an existing row, which the context holds")
struct AliasTests {
  /// A container with a brand “a”, its context, and both handles: the held object and the new one.
  private struct Case {
    let container: ModelContainer
    let context: ModelContext
    let held: Brand
    let new: Brand

    func stored() throws -> [Brand] {
      try ModelContext(container).fetch(FetchDescriptor<Brand>(sortBy: [SortDescriptor(\.name)]))
    }
  }

  private func withCase(
    _ place: Place, prepare: (ModelContext, Brand) throws -> Void = { _, _ in },
    change: (ModelContext, Brand, Brand) throws -> Void = { _, _, _ in },
    _ body: (Case) throws -> Void
  ) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let held = Brand("a", note: "old", rank: 1)
      context.insert(held)
      try prepare(context, held)
      try context.save()
      let new = Brand("a", note: "new", rank: 2)
      context.insert(new)
      try change(context, held, new)
      try context.save()
      try body(Case(container: container, context: context, held: held, new: new))
    }
  }

  // MARK: Identity

  @Test(
    "The held object is what fetches and look-ups give; the new one has its identifier and context",
    arguments: Place.allCases)
  func identity(_ place: Place) throws {
    var former: PersistentIdentifier?
    try withCase(place, change: { _, _, new in former = new.persistentModelID }) { brands in
      let (context, held, new) = (brands.context, brands.held, brands.new)
      #expect(try context.fetch(FetchDescriptor<Brand>()).map { $0 === held } == [true])
      #expect(new.persistentModelID == held.persistentModelID)
      #expect(!new.persistentModelID.isTemporary)
      #expect(new == held && new.hashValue == held.hashValue)
      #expect(Set([held, new]).count == 1)
      #expect([new.persistentModelID: "row"][held.persistentModelID] == "row")
      #expect(held.modelContext === context && new.modelContext === context)
      #expect(!held.hasChanges && !new.hasChanges && !context.hasChanges)
      for identifier in [held.persistentModelID, new.persistentModelID, try #require(former)] {
        #expect(context.model(for: identifier) as? Brand === held)
        let registered: Brand? = context.registeredModel(for: identifier)
        #expect(registered === held)
      }
    }
  }

  @Test("Both have the values of the row", arguments: Place.allCases)
  func values(_ place: Place) throws {
    try withCase(place) { brands in
      for brand in try [brands.held, brands.new] + brands.stored() {
        #expect((brand.note, brand.rank) == ("new", 2))
      }
    }
  }

  @Test("An edit of either is saved, and seen in both", arguments: Place.allCases)
  func edits(_ place: Place) throws {
    try withCase(place) { brands in
      let (context, held, new) = (brands.context, brands.held, brands.new)
      held.note = "x"
      #expect(context.hasChanges && new.hasChanges && new.note == "x")
      try context.save()
      #expect(try brands.stored().map(\.note) == ["x"])
      new.note = "y"
      #expect(context.hasChanges && held.hasChanges && held.note == "y")
      held.rank = 5
      new.rank += 1
      #expect(context.changedModelsArray.count == 1)
      try context.save()
      #expect(try brands.stored().map(\.note) == ["y"])
      #expect(try brands.stored().map(\.rank) == [6])
      #expect(held.rank == 6 && new.rank == 6)
    }
  }

  @Test("Saves of other contexts and rollbacks are seen in both", arguments: Place.allCases)
  func remoteChanges(_ place: Place) throws {
    try withCase(place) { brands in
      let other = ModelContext(brands.container)
      try other.fetch(FetchDescriptor<Brand>()).first?.note = "elsewhere"
      try other.save()
      #expect(brands.new.note == "elsewhere" && brands.held.note == "elsewhere")
      brands.new.note = "z"
      brands.context.rollback()
      #expect(brands.new.note == "elsewhere" && brands.held.note == "elsewhere")
      #expect(!brands.new.hasChanges)
    }
  }

  @Test("A third object joins them", arguments: Place.allCases)
  func third(_ place: Place) throws {
    try withCase(place) { brands in
      let third = Brand("a", note: "third")
      brands.context.insert(third)
      try brands.context.save()
      #expect(brands.held.note == "third" && brands.new.note == "third")
      brands.new.note = "n"
      #expect(third.note == "n")
      third.note = "t"
      #expect(brands.held.note == "t" && brands.new.note == "t")
      try brands.context.save()
      #expect(try brands.stored().map(\.note) == ["t"])
    }
  }

  @Test("Of two new objects in one save, one represents the row", arguments: Place.allCases)
  func twice(_ place: Place) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let brands = ["1", "2", "3"].map { Brand("a", note: $0) }
      for brand in brands { context.insert(brand) }
      try context.save()
      #expect(brands.map(\.note) == ["3", "3", "3"])
      for (number, brand) in brands.enumerated() {
        brand.note = "edit \(number)"
        #expect(brands.map(\.note) == Array(repeating: "edit \(number)", count: 3))
      }
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Brand>())
      #expect(stored.map(\.note) == ["edit 2"])
    }
  }

  @Test("An object that nothing holds is not kept; the new one represents the row")
  func notHeld() throws {
    try Place.memory.with(Brand.self) { container in
      let first = ModelContext(container)
      first.insert(Brand("a", note: "old"))
      try first.save()
      let context = ModelContext(container)
      let new = Brand("a", note: "new")
      context.insert(new)
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Brand>()).first === new)
    }
  }

  @Test("An alias keeps what it stands for, and not the reverse")
  func lifetime() throws {
    try Place.memory.with(Brand.self) { container in
      let context = ModelContext(container)
      var held: Brand? = Brand("a")
      if let held { context.insert(held) }
      try context.save()
      var new: Brand? = Brand("a", note: "new")
      if let new { context.insert(new) }
      try context.save()
      weak let original = held
      weak let alias = new
      held = nil
      #expect(original != nil)
      new?.note = "x"
      try context.save()
      new = nil
      #expect(alias == nil && original == nil)
      #expect(try context.fetch(FetchDescriptor<Brand>()).map(\.note) == ["x"])
    }
  }

  @Test("Both can be read and edited after their context has ended")
  func endedContext() throws {
    try Place.memory.with(Brand.self) { container in
      var context: ModelContext? = ModelContext(container)
      let (held, new) = (Brand("a"), Brand("a", note: "new"))
      context?.insert(held)
      try context?.save()
      context?.insert(new)
      try context?.save()
      context = nil
      #expect(held.note == "new" && new.note == "new")
      new.note = "x"
      #expect(held.note == "x")
      #expect(new.wares.isEmpty && new.modelContext == nil)
    }
  }

  // MARK: Unsaved edits of both

  @Test("Of unsaved edits of both, the later assignment stays", arguments: Place.allCases)
  func laterAssignment(_ place: Place) throws {
    try withCase(
      place,
      change: { _, held, new in
        held.note = "held, later"
        new.rank = 7
        held.rank = 8
        new.rank = 9
      }
    ) { brands in
      for brand in try [brands.held, brands.new] + brands.stored() {
        #expect((brand.note, brand.rank) == ("held, later", 9))
      }
    }
  }

  @Test("An insertion is later than the edits before it", arguments: Place.allCases)
  func earlierEdit(_ place: Place) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let held = Brand("a", note: "old")
      context.insert(held)
      try context.save()
      held.note = "edited"
      let new = Brand("a", note: "new", rank: 3)
      context.insert(new)
      held.rank = 4
      try context.save()
      #expect((held.note, held.rank) == ("new", 4) && new.rank == 4)
      let stored = try ModelContext(container).fetch(FetchDescriptor<Brand>())
      #expect(stored.map(\.note) == ["new"] && stored.map(\.rank) == [4])
    }
  }

  @Test(
    "An unsaved reference of the held object stays, if the new object has none",
    arguments: Place.allCases)
  func unsavedReference(_ place: Place) throws {
    let (market, slogan) = (Market("x"), Slogan("buy"))
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let held = Brand("a")
      context.insert(held)
      try context.save()
      held.market = market
      held.slogan = slogan
      let new = Brand("a", note: "new")
      context.insert(new)
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Brand>())
      for brand in [held, new] + stored {
        #expect((brand.note, brand.market?.name, brand.slogan?.text) == ("new", "x", "buy"))
      }
    }
  }

  @Test("Of new objects in one save, the later assignment stays", arguments: Place.allCases)
  func laterAssignmentOfNew(_ place: Place) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Brand("a", note: "1", rank: 1), Brand("a", note: "2", rank: 2))
      context.insert(one)
      context.insert(two)
      one.note = "one, later"
      try context.save()
      for brand in try [one, two] + ModelContext(container).fetch(FetchDescriptor<Brand>()) {
        #expect((brand.note, brand.rank) == ("one, later", 2))
      }
    }
  }

  // MARK: Relationships

  @Test("Children and links of the new object are those of the row", arguments: Place.allCases)
  func relationships(_ place: Place) throws {
    let (medal, market) = (Medal("m"), Market("x"))
    try withCase(
      place,
      prepare: { _, held in held.wares = [Ware(1)] },
      change: { _, _, new in
        new.wares = [Ware(2), Ware(3)]
        medal.brands.append(new)
        new.market = market
        new.slogan = Slogan("buy")
      }
    ) { brands in
      for brand in try [brands.held, brands.new] + brands.stored() {
        #expect(brand.wares.map(\.number) == [1, 2, 3])
        #expect(brand.prizes.map(\.name) == ["m"])
        #expect(brand.market?.name == "x")
        #expect(brand.slogan?.text == "buy")
      }
      #expect(brands.held.wares.allSatisfy { $0.brand === brands.held })
      #expect(medal.brands.map { $0 === brands.held } == [true])
      #expect(market.brands.map { $0 === brands.held } == [true])
    }
  }

  @Test("Relationships can be assigned to and by either", arguments: Place.allCases)
  func assignments(_ place: Place) throws {
    try withCase(place) { brands in
      let (context, held, new) = (brands.context, brands.held, brands.new)
      let ware = Ware(1)
      ware.brand = new
      #expect(ware.brand === held && held.wares.count == 1 && new.wares.count == 1)
      new.wares.append(Ware(2))
      held.wares.append(Ware(3))
      #expect(new.wares.map(\.number) == [1, 2, 3])
      let medal = Medal("m")
      context.insert(medal)
      medal.brands = [new, held]
      #expect(medal.brands.map { $0 === held } == [true])
      medal.brands.append(new)
      #expect(medal.brands.count == 1 && new.prizes.count == 1)
      new.market = Market("x")
      #expect(held.market?.brands.map { $0 === held } == [true])
      new.slogan = Slogan("one")
      held.slogan = Slogan("two")
      #expect(new.slogan?.text == "two" && new.slogan?.brand === held)
      try context.save()
      for brand in try [held, new] + brands.stored() {
        #expect(brand.wares.map(\.number) == [1, 2, 3])
        #expect(brand.prizes.map(\.name) == ["m"])
        #expect(brand.market?.name == "x")
        #expect(brand.slogan?.text == "two")
      }
      new.wares = []
      new.market = nil
      try context.save()
      #expect(try brands.stored().map { $0.wares.isEmpty && $0.market == nil } == [true])
    }
  }

  @Test("Objects outside of contexts that reference the new object reference the row once inserted")
  func outsideReferences() throws {
    let ware = Ware(1)
    let medal = Medal("m")
    try withCase(
      .memory,
      change: { _, _, new in
        // Set as by an initialiser, which does not insert the ware.
        ware.setToOne(1, _Storage.ToOneState(new))
        medal.setMembers(1, [new])
      }
    ) { brands in
      brands.context.insert(ware)
      brands.context.insert(medal)
      #expect(ware.brand === brands.held && brands.held.wares == [ware])
      #expect(medal.brands.map { $0 === brands.held } == [true])
      #expect(brands.context.changedModelsArray.allSatisfy { $0 === brands.held })
      try brands.context.save()
      #expect(try brands.stored().map { $0.wares.count == 1 && $0.prizes.count == 1 } == [true])
    }
  }

  @Test("A predicate that names the alias finds what references the row", arguments: Place.allCases)
  func predicates(_ place: Place) throws {
    try withCase(place, prepare: { _, held in held.wares = [Ware(1)] }) { brands in
      let id = brands.new.persistentModelID
      let found = try brands.context.fetch(
        FetchDescriptor<Ware>(predicate: #Predicate { $0.brand?.persistentModelID == id }))
      #expect(found.map(\.number) == [1])
    }
  }

  // MARK: Deletion

  @Test(
    "The deletion of either deletes the row, and both are deleted",
    arguments: Place.allCases, [true, false])
  func deletion(_ place: Place, ofAlias: Bool) throws {
    try withCase(place, prepare: { _, held in held.wares = [Ware(1)] }) { brands in
      let context = brands.context
      context.delete(ofAlias ? brands.new : brands.held)
      #expect(brands.held.isDeleted && brands.new.isDeleted)
      #expect(context.deletedModelsArray.count == 2)
      context.insert(ofAlias ? brands.held : brands.new)
      #expect(!brands.held.isDeleted && !brands.new.isDeleted)
      context.delete(ofAlias ? brands.new : brands.held)
      try context.save()
      #expect(try brands.stored().isEmpty)
      #expect(brands.held.modelContext == nil && brands.new.modelContext == nil)
      #expect(brands.new.persistentModelID == brands.held.persistentModelID)
      #expect(brands.new.note == "new")
      context.insert(brands.new)
      #expect(brands.held.modelContext === context && brands.new.modelContext === context)
      brands.held.note = "again"
      try context.save()
      #expect(try brands.stored().map(\.note) == ["again"])
    }
  }

  @Test(
    "A deletion elsewhere deletes both, which show the upserted values", arguments: Place.allCases)
  func deletionElsewhere(_ place: Place) throws {
    try withCase(place) { brands in
      let other = ModelContext(brands.container)
      try other.delete(model: Brand.self)
      #expect(brands.held.modelContext == nil && brands.new.modelContext == nil)
      #expect(brands.held.note == "new" && brands.new.note == "new")
    }
  }

  // MARK: Observation

  @Test("Observers of both are notified, each once", arguments: [true, false])
  func observers(_ editsAlias: Bool) throws {
    try Place.memory.with(Brand.self) { container in
      let context = ModelContext(container)
      let held = Brand("a", note: "old")
      context.insert(held)
      try context.save()
      let new = Brand("a", note: "new")
      context.insert(new)
      let counts = Counts()
      // The observers of the new object are from before it became an alias.
      counts.observe(new, "new")
      counts.observe(held, "held")
      try context.save()
      #expect(counts.value["held"] == 1)
      counts.observe(new, "new, later")
      counts.observe(held, "held, later")
      if editsAlias { new.note = "x" } else { held.note = "x" }
      #expect(counts.value == ["held": 1, "new": 1, "new, later": 1, "held, later": 1])
    }
  }

  @Test("A save elsewhere notifies the observers of both")
  func observersOfOtherSaves() throws {
    try withCase(.memory) { brands in
      let counts = Counts()
      counts.observe(brands.new, "new")
      counts.observe(brands.held, "held")
      let other = ModelContext(brands.container)
      try other.fetch(FetchDescriptor<Brand>()).first?.note = "elsewhere"
      try other.save()
      #expect(counts.value == ["new": 1, "held": 1])
    }
  }

  @Test("Live results have the row once, with the values of the upsert")
  @MainActor func liveResults() throws {
    try Place.memory.with(Brand.self) { container in
      let context = ModelContext(container)
      let results = try ResultsObserver<Brand, Never>(
        sortBy: [SortDescriptor(\Brand.name)], modelContext: context)
      let held = Brand("a", note: "old")
      context.insert(held)
      try context.save()
      #expect(results.results.map(\.note) == ["old"])
      let new = Brand("a", note: "new")
      context.insert(new)
      context.processPendingChanges()
      #expect(results.results.count == 2)
      try context.save()
      #expect(results.results.map(\.note) == ["new"])
      #expect(results.results.first === held)
      new.note = "x"
      context.processPendingChanges()
      #expect(results.results.map(\.note) == ["x"])
      context.delete(new)
      context.processPendingChanges()
      #expect(results.results.isEmpty)
    }
  }

  // MARK: Other ways to an upsert

  @Test("Several constraints; the first that finds a row decides", arguments: Place.allCases)
  func severalConstraints(_ place: Place) throws {
    try place.with(Seat.self) { container in
      let context = ModelContext(container)
      let ticket = UUID()
      let held = Seat("A", 1, guest: "Ann", ticket: ticket)
      context.insert(held)
      try context.save()
      let new = Seat("C", 9, guest: "Ben", ticket: ticket)
      context.insert(new)
      try context.save()
      #expect((held.row, held.number, held.guest) == ("C", 9, "Ben"))
      held.guest = "Cat"
      #expect(new.guest == "Cat")
    }
  }

  @Test(
    "A merge policy that keeps the store's values keeps them in both", arguments: Place.allCases)
  func storeTrump(_ place: Place) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      context.mergePolicy = .mergeByPropertyStoreTrump
      let held = Brand("a", note: "old", rank: 1)
      context.insert(held)
      try context.save()
      held.rank = 5
      let new = Brand("a", note: "new", rank: 2)
      new.wares = [Ware(1)]
      context.insert(new)
      try context.save()
      for brand in try [held, new] + ModelContext(container).fetch(FetchDescriptor<Brand>()) {
        #expect((brand.note, brand.rank) == ("old", 5))
        #expect(brand.wares.count == 1)
      }
    }
  }

  @Test("A merge policy that keeps the store's values shows them, also after a deletion elsewhere")
  func storeTrumpUnheld() throws {
    try Place.memory.with(Brand.self) { container in
      let first = ModelContext(container)
      first.insert(Brand("a", note: "old"))
      try first.save()
      let context = ModelContext(container)
      context.mergePolicy = .mergeByPropertyStoreTrump
      let new = Brand("a", note: "new")
      context.insert(new)
      try context.save()
      try first.delete(model: Brand.self)
      #expect(new.note == "old" && new.modelContext == nil)
    }
  }

  @Test("A batch insertion updates the held object", arguments: Place.builtIn)
  func batch(_ place: Place) throws {
    try withCase(place) { brands in
      _ = try brands.context.insert(model: Brand.self, from: ["a", "b"]) {
        Brand($0, note: "batch")
      }
      #expect(brands.held.note == "batch" && brands.new.note == "batch")
      #expect(try brands.stored().map(\.note) == ["batch", "batch"])
    }
  }

  @Test("A rolled back transaction leaves both as they were", arguments: Place.allCases)
  func transaction(_ place: Place) throws {
    struct Stop: Error {}
    try withCase(place) { brands in
      brands.new.note = "pending"
      #expect(throws: Stop.self) {
        try brands.context.transaction {
          brands.held.note = "in the block"
          brands.new.rank = 9
          throw Stop()
        }
      }
      for brand in [brands.held, brands.new] {
        #expect((brand.note, brand.rank) == ("pending", 2))
      }
    }
  }

  @Test("An alias cannot be inserted into another context")
  func otherContext() throws {
    try withCase(.memory) { brands in
      let other = ModelContext(brands.container)
      other.insert(brands.new)
      #expect(throws: SwiftDataError.modelInAnotherContext) { try other.save() }
      let ware = Ware(1)
      other.insert(ware)
      ware.brand = brands.new
      #expect(ware.brand?.persistentModelID == brands.held.persistentModelID)
      #expect(ware.brand?.modelContext === other)
    }
  }
}

/// The numbers of notifications, by name.
private final class Counts: @unchecked Sendable {
  // Sendable: the tests notify from one thread.
  private(set) var value: [String: Int] = [:]

  /// Counts the next notification of an object's observers.
  func observe(_ brand: Brand, _ name: String) {
    withObservationTracking {
      _ = brand.note
    } onChange: {
      self.value[name, default: 0] += 1
    }
  }
}
