import Foundation
import Observation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/2: Relationships, deletion and observers of an object and its alias")
struct AliasRelationshipTests {
  // MARK: Relationships

  @Test("Children and links of the new object are those of the row", arguments: Place.allCases)
  func relationships(_ place: Place) throws {
    let (medal, market) = (Medal("m"), Market("x"))
    try AliasCase.with(
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
    try AliasCase.with(place) { brands in
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

  @Test(
    "A collection of the new object that is changed in place during the save is one of the row after it",
    arguments: [0, 400], [false, true])
  func changedInPlace(more: Int, isHeld: Bool) throws {
    let container = try ModelContainer(
      for: Brand.self, configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let former = ModelContext(container)
    former.insert(Brand("Acme"))
    try former.fetch(FetchDescriptor<Brand>()).first?.wares = [Ware(1)]
    try former.save()
    // Without the object, the new one is that of the row after the save.
    let held = isHeld ? try context.fetch(FetchDescriptor<Brand>()).first : nil
    let new = Brand("Acme")
    new.wares = [Ware(2), Ware(3)] + (0..<more).map { Ware(10 + $0) }
    context.insert(new)
    func change(_ wares: inout [Ware]) throws {
      try context.save()
      wares.append(Ware(4))
      wares.removeAll { $0.number == 3 }
    }
    try change(&new.wares)
    let modelGraph = new._$header.pointee.modelGraph
    let graph = try #require(modelGraph)
    #expect(graph.lentCollections.isEmpty)
    func numbers(_ brand: Brand?) -> [Int] { brand?.wares.map(\.number).filter { $0 < 10 } ?? [] }
    #expect(Set(numbers(new)) == [1, 2, 4])
    if let held { #expect(Set(numbers(held)) == [1, 2, 4]) }
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Brand>())
    #expect(stored.count == 1 && Set(numbers(stored.first)) == [1, 2, 4])
    #expect(stored.first?.wares.count == more + 3)
    #expect(graph.lentCollections.isEmpty)
  }

  @Test("Objects outside of contexts that reference the new object reference the row once inserted")
  func outsideReferences() throws {
    let ware = Ware(1)
    let medal = Medal("m")
    try AliasCase.with(
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
    try AliasCase.with(place, prepare: { _, held in held.wares = [Ware(1)] }) { brands in
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
    try AliasCase.with(place, prepare: { _, held in held.wares = [Ware(1)] }) { brands in
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
    try AliasCase.with(place) { brands in
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
    try AliasCase.with(.memory) { brands in
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
