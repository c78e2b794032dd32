import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/1: Undo of an insertion that was written as an existing row")
struct UpsertUndoTests {
  /// The brands of a context in words, which the tests compare.
  private func describe(_ context: ModelContext) throws -> [String] {
    let brands = try context.fetch(FetchDescriptor<Brand>(sortBy: [SortDescriptor(\.name)]))
    let markets = try context.fetch(FetchDescriptor<Market>(sortBy: [SortDescriptor(\.name)]))
    let medals = try context.fetch(FetchDescriptor<Medal>(sortBy: [SortDescriptor(\.name)]))
    return brands.map { brand in
      """
      \(brand.name): \(brand.note) \(brand.rank), market \(brand.market?.name ?? "-"), \
      wares \(brand.wares.map(\.number)), prizes \(brand.prizes.map(\.name)), \
      slogan \(brand.slogan?.text ?? "-")
      """
    } + markets.map { "\($0.name): \($0.brands.map(\.name).sorted())" }
      + medals.map { "\($0.name): \($0.brands.map(\.name).sorted())" }
  }

  /// A store with the brands “a”, “b” and “c”, which have everything that an upsert can change.
  private func withStore(
    _ place: Place, _ body: (ModelContainer, ModelContext, UndoManager) throws -> Void
  ) throws {
    try place.with(Brand.self) { container in
      let seed = ModelContext(container)
      let brands = ["a", "b", "c"].map { Brand($0, note: "old \($0)", rank: 1) }
      brands.forEach(seed.insert)
      let (market, medal) = (Market("m"), Medal("gold"))
      market.brands = brands
      medal.brands = brands
      seed.insert(Market("n"))
      seed.insert(Medal("silver"))
      brands[0].wares = [Ware(1), Ware(2)]
      brands[0].slogan = Slogan("buy")
      try seed.save()
      let context = ModelContext(container)
      let manager = UndoManager()
      context.undoManager = manager
      try body(container, context, manager)
    }
  }

  private func held(_ name: String, in context: ModelContext) throws -> Brand {
    try #require(
      try context.fetch(FetchDescriptor<Brand>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Runs a change and a save, and undoes and redoes both, with a save after each.
  private func check(
    _ place: Place, holds: Bool, _ change: (ModelContext) throws -> Void
  ) throws {
    try withStore(place) { container, context, manager in
      let object = holds ? try held("a", in: context) : nil
      func stored() throws -> [String] { try describe(ModelContext(container)) }
      let before = try stored()
      try change(context)
      try context.save()
      let after = try stored()
      #expect(after != before)
      for round in 1...2 {
        manager.undo()
        #expect(try describe(context) == before, "undone, \(round)")
        try context.save()
        #expect(try stored() == before, "undone and saved, \(round)")
        manager.redo()
        #expect(try describe(context) == after, "redone, \(round)")
        try context.save()
        #expect(try stored() == after, "redone and saved, \(round)")
      }
      if let object { #expect(object.modelContext === context) }
    }
  }

  @Test(
    "The row has its former values, and its children", arguments: Place.allCases, [true, false])
  func values(_ place: Place, _ holds: Bool) throws {
    try check(place, holds: holds) { $0.insert(Brand("a", note: "new", rank: 2)) }
  }

  @Test("The row has its former children and links", arguments: Place.allCases, [true, false])
  func members(_ place: Place, _ holds: Bool) throws {
    try check(place, holds: holds) { context in
      let new = Brand("a", note: "new")
      context.insert(new)
      new.wares = [Ware(3)]
      new.prizes = try context.fetch(
        FetchDescriptor<Medal>(predicate: #Predicate { $0.name == "silver" }))
    }
  }

  @Test("The row has its former references", arguments: Place.allCases, [true, false])
  func references(_ place: Place, _ holds: Bool) throws {
    try check(place, holds: holds) { context in
      let new = Brand("a", note: "new")
      context.insert(new)
      new.slogan = Slogan("sell")
    }
  }

  @Test("Two new objects for one row in one step", arguments: Place.allCases, [true, false])
  func twice(_ place: Place, _ holds: Bool) throws {
    try check(place, holds: holds) { context in
      context.insert(Brand("a", note: "new"))
      context.insert(Brand("a", note: "newer", rank: 7))
    }
  }

  @Test("Before the save, the new object is removed; after it, the row is restored")
  func beforeAndAfter() throws {
    try withStore(.memory) { container, context, manager in
      let before = try describe(ModelContext(container))
      context.insert(Brand("a", note: "new"))
      manager.undo()
      #expect(try describe(context) == before)
      try context.save()
      manager.redo()
      try context.save()
      #expect(try held("a", in: context).note == "new")
      manager.undo()
      try context.save()
      #expect(try describe(ModelContext(container)) == before)
    }
  }

  @Test("An edit and a deletion after the upsert are steps of their own", arguments: Place.builtIn)
  func laterSteps(_ place: Place) throws {
    try withStore(place) { container, context, manager in
      let object = try held("a", in: context)
      func stored() throws -> [String] { try describe(ModelContext(container)) }
      var states = [try stored()]
      func step(_ change: () throws -> Void) throws {
        try change()
        try context.save()
        states.append(try stored())
      }
      let new = Brand("a", note: "new")
      try step { context.insert(new) }
      try step { new.note = "edited" }
      try step { object.rank = 9 }
      try step { context.delete(new) }
      for state in states.dropLast().reversed() {
        manager.undo()
        try context.save()
        #expect(try stored() == state)
      }
      #expect(object.note == "old a" && new.note == "old a")
      for state in states.dropFirst() {
        manager.redo()
        try context.save()
        #expect(try stored() == state)
      }
    }
  }

  @Test("An unsaved edit of the held object, which the upsert has replaced, is restored")
  func replacedEdit() throws {
    try withStore(.memory) { container, context, manager in
      let object = try held("a", in: context)
      object.note = "edited"
      context.processPendingChanges()
      context.insert(Brand("a", note: "new"))
      try context.save()
      manager.undo()
      #expect(object.note == "edited")
      manager.undo()
      #expect(object.note == "old a")
      manager.redo()
      manager.redo()
      #expect(object.note == "new")
    }
  }

  @Test("A save that fails leaves the insertion one of a new row")
  func refused() throws {
    try withStore(.memory) { container, context, manager in
      let before = try describe(ModelContext(container))
      let other = try held("b", in: context)
      other.name = "c"
      context.processPendingChanges()
      context.insert(Brand("a", note: "new"))
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      manager.undo()
      manager.undo()
      #expect(try describe(context) == before)
    }
  }

  @Test("Without an undo manager, no row is read before it is overwritten")
  func withoutManager() throws {
    try Place.memory.with(Brand.self) { container in
      func executions(_ manager: UndoManager?) throws -> Int {
        let context = ModelContext(container)
        context.undoManager = manager
        context.insert(Brand("a", note: "new"))
        let before = container.coordinator.stores[0].writer.executions
        try context.save()
        return container.coordinator.stores[0].writer.executions - before
      }
      _ = try executions(nil)
      let plain = try executions(nil)
      #expect(try executions(UndoManager()) > plain)
    }
  }
}
