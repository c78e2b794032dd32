import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/8: What a deletion has deleted too returns when the object is inserted again")
struct ReturnedCascadeTests {
  private func withBrand(
    _ place: Place = .memory, _ body: (ModelContainer, ModelContext, Brand) throws -> Void
  ) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let brand = Brand("a")
      brand.wares = (1...4).map { Ware($0) }
      for ware in brand.wares {
        ware.parts = [Screw(ware.number * 10), Screw(ware.number * 10 + 1)]
      }
      brand.slogan = Slogan("buy")
      context.insert(brand)
      try context.save()
      try body(container, context, brand)
    }
  }

  private func describe(_ context: ModelContext) throws -> [String] {
    let brands = try context.fetch(FetchDescriptor<Brand>(sortBy: [SortDescriptor(\.name)]))
    return brands.map { brand in
      let wares = brand.wares.map { "\($0.number): \($0.parts.map(\.number))" }
      return "\(brand.name) \(wares) \(brand.slogan?.text ?? "-")"
    }
  }

  @Test("Children, and theirs, in their order", arguments: Place.allCases, [true, false])
  func children(_ place: Place, isLoaded: Bool) throws {
    try withBrand(place) { container, first, _ in
      let before = try describe(first)
      let context = ModelContext(container)
      let brand = try #require(try context.fetch(FetchDescriptor<Brand>()).first)
      if isLoaded { #expect(try describe(context) == before) }
      context.delete(brand)
      #expect(context.deletedModelsArray.count == 14)
      context.insert(brand)
      #expect(context.deletedModelsArray.isEmpty)
      #expect(try describe(context) == before)
      #expect(brand.wares.allSatisfy { $0.brand === brand && !$0.isDeleted })
      try context.save()
      #expect(try describe(ModelContext(container)) == before)
    }
  }

  @Test("A child that was deleted by itself stays deleted", arguments: [true, false])
  func deletedChild(isBefore: Bool) throws {
    try withBrand { container, context, brand in
      let ware = brand.wares[1]
      if isBefore { context.delete(ware) }
      context.delete(brand)
      if !isBefore { context.delete(ware) }
      context.insert(brand)
      #expect(ware.isDeleted)
      #expect(brand.wares.map(\.number) == [1, 3, 4])
      try context.save()
      #expect(
        try describe(ModelContext(container)) == [
          #"a ["1: [10, 11]", "3: [30, 31]", "4: [40, 41]"] buy"#
        ])
      let screws = try ModelContext(container).fetchCount(FetchDescriptor<Screw>())
      #expect(screws == 6)
    }
  }

  @Test("Unsaved children return too, in their order")
  func newChildren() throws {
    try withBrand { container, context, brand in
      brand.wares += [Ware(5), Ware(6)]
      brand.wares[4].parts = [Screw(50)]
      brand.wares[0].number = 0
      let before = try describe(context)
      context.delete(brand)
      context.insert(brand)
      #expect(try describe(context) == before)
      #expect(context.insertedModelsArray.count == 3)
      try context.save()
      #expect(try describe(ModelContext(container)) == before)
    }
  }

  @Test("So do saved children of a new owner")
  func newOwner() throws {
    try withBrand { container, context, brand in
      let new = Brand("b")
      context.insert(new)
      new.wares = Array(brand.wares.prefix(2))
      let before = try describe(context)
      context.delete(new)
      context.insert(new)
      #expect(try describe(context) == before)
      try context.save()
      #expect(try describe(ModelContext(container)) == before)
    }
  }

  @Model final class Team {
    @Relationship(deleteRule: .cascade, inverse: \Game.home) var homeGames: [Game] = []
    @Relationship(deleteRule: .cascade, inverse: \Game.guest) var guestGames: [Game] = []

    init() {}
  }

  @Model final class Game {
    var home: Team?
    var guest: Team?

    init(home: Team, guest: Team) { (self.home, self.guest) = (home, guest) }
  }

  @Test("An object with two owners that are both deleted returns with the second one")
  func twoOwners() throws {
    try Place.memory.with(Team.self) { container in
      let context = ModelContext(container)
      let (home, guest) = (Team(), Team())
      context.insert(home)
      context.insert(guest)
      let game = Game(home: home, guest: guest)
      context.insert(game)
      try context.save()
      for teams in [[home, guest], [guest, home]] {
        for team in [home, guest] { context.delete(team) }
        context.insert(teams[0])
        #expect(game.isDeleted)
        context.insert(teams[1])
        #expect(!game.isDeleted && game.home === home && game.guest === guest)
        #expect(home.homeGames == [game] && guest.guestGames == [game])
      }
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Game>())
      #expect(stored.map { $0.home != nil && $0.guest != nil } == [true])
    }
  }

  @Test("A child that has returned before stays, and is deleted with the owner again")
  func returnedChild() throws {
    try withBrand { container, context, brand in
      let ware = brand.wares[0]
      context.delete(brand)
      context.insert(ware)
      #expect(!ware.isDeleted && ware.brand == nil)
      #expect(ware.parts.map(\.number) == [10, 11])
      context.insert(brand)
      #expect(brand.wares.map(\.number) == [2, 3, 4] && ware.brand == nil)
      ware.brand = brand
      context.delete(brand)
      #expect(ware.isDeleted)
      context.insert(brand)
      #expect(brand.wares.map(\.number) == [2, 3, 4, 1])
    }
  }

  @Test("After a rollback, everything is there, and nothing returns twice")
  func ended() throws {
    try withBrand { container, context, brand in
      let before = try describe(context)
      context.delete(brand)
      context.rollback()
      #expect(try describe(context) == before)
      context.insert(brand)
      #expect(try describe(context) == before && !context.hasChanges)
      context.delete(brand)
      try context.save()
      #expect(try describe(ModelContext(container)).isEmpty)
    }
  }

  @Test(
    "An undo of the deletion, and of the return, restores what was there", arguments: [true, false])
  func undo(returns: Bool) throws {
    try withBrand { container, context, brand in
      let manager = UndoManager()
      context.undoManager = manager
      let before = try describe(context)
      context.delete(brand)
      context.processPendingChanges()
      if returns {
        context.insert(brand)
        context.processPendingChanges()
        #expect(try describe(context) == before)
        manager.undo()
        #expect(try describe(context).isEmpty)
      }
      manager.undo()
      #expect(try describe(context) == before)
      manager.redo()
      #expect(try describe(context).isEmpty)
      manager.undo()
      try context.save()
      #expect(try describe(ModelContext(container)) == before)
    }
  }
}
