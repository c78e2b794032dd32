import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/2: A new object that turns out to be an existing row, which the context holds")
struct AliasTests {
  // MARK: Identity

  @Test(
    "The held object is what fetches and look-ups give; the new one has its identifier and context",
    arguments: Place.allCases)
  func identity(_ place: Place) throws {
    var former: PersistentIdentifier?
    try AliasCase.with(place, change: { _, _, new in former = new.persistentModelID }) { brands in
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
    try AliasCase.with(place) { brands in
      for brand in try [brands.held, brands.new] + brands.stored() {
        #expect((brand.note, brand.rank) == ("new", 2))
      }
    }
  }

  @Test("An edit of either is saved, and seen in both", arguments: Place.allCases)
  func edits(_ place: Place) throws {
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(
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
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(.memory) { brands in
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
