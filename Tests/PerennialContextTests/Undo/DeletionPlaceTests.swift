import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("41/7: An object returns to its place in ordered collections that were not loaded")
struct DeletionPlaceTests {
  /// The objects that are deleted, in this order, and what happens between.
  struct Case: CustomTestStringConvertible {
    let deleted: [Int]
    /// `true` if each deletion is a step of its own.
    let areSteps: Bool
    let isSaved: Bool

    var testDescription: String {
      "\(deleted)\(areSteps ? ", one by one" : "")\(isSaved ? ", saved" : "")"
    }

    static let all = [[1], [0], [4], [1, 2], [2, 1], [0, 2, 4], [3, 0], [4, 3, 2, 1, 0]].flatMap {
      deleted in
      [true, false].flatMap { steps in
        [true, false].map { Case(deleted: deleted, areSteps: steps, isSaved: $0) }
      }
    }
  }

  private let names = (0..<5).map { "\($0)" }

  /// A market and a medal with five brands each, in this order.
  private func withStore(_ place: Place, _ body: (ModelContainer) throws -> Void) throws {
    try place.with(Brand.self) { container in
      let seed = ModelContext(container)
      let brands = names.map { Brand($0, note: "", rank: 1) }
      brands.forEach(seed.insert)
      let (market, medal) = (Market("m"), Medal("gold"))
      seed.insert(market)
      seed.insert(medal)
      market.brands = brands
      medal.brands = brands
      try seed.save()
      try body(container)
    }
  }

  private func orders(_ context: ModelContext) throws -> [[String]] {
    let markets = try context.fetch(FetchDescriptor<Market>())
    let medals = try context.fetch(FetchDescriptor<Medal>())
    return markets.map { $0.brands.map(\.name) } + medals.map { $0.brands.map(\.name) }
  }

  private func delete(_ name: String, in context: ModelContext) throws {
    let found = try context.fetch(FetchDescriptor<Brand>(predicate: #Predicate { $0.name == name }))
    context.delete(try #require(found.first))
  }

  @Test("After the undo, its save, a redo and another undo", arguments: Place.builtIn, Case.all)
  func undo(place: Place, example: Case) throws {
    try withStore(place) { container in
      let context = ModelContext(container)
      let manager = UndoManager()
      context.undoManager = manager
      for number in example.deleted {
        try delete(names[number], in: context)
        if example.areSteps { context.processPendingChanges() }
        if example.areSteps, example.isSaved { try context.save() }
      }
      if example.isSaved { try context.save() }
      let left = names.filter { !example.deleted.map { names[$0] }.contains($0) }
      while manager.canUndo { manager.undo() }
      #expect(try orders(context) == [names, names])
      try context.save()
      #expect(try orders(ModelContext(container)) == [names, names])
      while manager.canRedo { manager.redo() }
      #expect(try orders(context) == [left, left])
      while manager.canUndo { manager.undo() }
      try context.save()
      #expect(try orders(ModelContext(container)) == [names, names])
    }
  }

  @Test("The members that another context has added and removed meanwhile keep their places")
  func changesByOthers() throws {
    try withStore(.memory) { container in
      let context = ModelContext(container)
      let manager = UndoManager()
      context.undoManager = manager
      try delete("3", in: context)
      try context.save()
      let other = ModelContext(container)
      try delete("2", in: other)
      let added = Brand("5", note: "", rank: 1)
      other.insert(added)
      for market in try other.fetch(FetchDescriptor<Market>()) { market.brands.append(added) }
      for medal in try other.fetch(FetchDescriptor<Medal>()) { medal.brands.append(added) }
      try other.save()
      manager.undo()
      let expected = ["0", "1", "3", "4", "5"]
      #expect(try orders(context) == [expected, expected])
    }
  }

  @Test("Places that contradict each other lose no member")
  func contradiction() throws {
    let brands = names.map { Brand($0, note: "", rank: 1) }
    let keys = brands.map { $0._$header.pointee.rowID }
    let places = [
      MemberPosition(member: brands[1], predecessors: [keys[2]]),
      MemberPosition(member: brands[2], predecessors: [keys[1]]),
    ]
    let restored = places.restored(in: brands)
    #expect(Set(restored.map(ObjectIdentifier.init)) == Set(brands.map(ObjectIdentifier.init)))
    #expect(restored.count == brands.count)
  }
}
