import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// An object that fetches leave out, because a stored value cannot be represented, is still a row: of
/// relationships, delete rules and batches.
@Suite("13.18 Relationships to objects that are left out")
struct LeftOutObjectTests {
  private let bench: FreightBench

  init() throws { bench = try FreightBench() }

  @Test("13.18 A to-one relationship reads nil, and keeps its reference")
  func toOne() throws {
    do {
      let context = ModelContext(try bench.open())
      let pantry = Pantry("P")
      pantry.lid = Lid("L")
      context.insert(pantry)
      try context.save()
    }
    try bench.write("UPDATE Lid SET kind = 'drone'")
    let context = ModelContext(try bench.open())
    let pantry = try #require(try context.fetch(FetchDescriptor<Pantry>()).first)
    #expect(pantry.lid == nil)
    pantry.name = "Q"
    try context.save()
    #expect(try bench.row("SELECT lid IS NOT NULL FROM Pantry") == ["1"])
    #expect(try bench.row("SELECT pantry IS NOT NULL FROM Lid") == ["1"])
    // Another lid replaces the one that the context leaves out, on both sides.
    pantry.lid = Lid("M")
    try context.save()
    #expect(
      try bench.rows("SELECT name, kind, pantry IS NOT NULL FROM Lid ORDER BY name")
        == [["L", "drone", "0"], ["M", "box", "1"]])
  }

  @Test("13.18 A to-many relationship does not have the object, and edits leave its link")
  func toMany() throws {
    try bench.fill(4)
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    let context = ModelContext(try bench.open())
    let warehouse = try #require(try context.fetch(FetchDescriptor<Warehouse>()).first)
    #expect(warehouse.freights.map(\.title) == ["0", "2", "3"])
    let new = Freight("4")
    warehouse.freights.append(new)
    warehouse.freights.removeAll { $0.title == "0" }
    #expect(warehouse.freights.map(\.title) == ["2", "3", "4"])
    try context.save()
    #expect(
      try bench.rows("SELECT title FROM Freight WHERE warehouse IS NOT NULL ORDER BY title")
        == [["1"], ["2"], ["3"], ["4"]])
    warehouse.freights = []
    try context.save()
    #expect(
      try bench.rows("SELECT title FROM Freight WHERE warehouse IS NOT NULL") == [["1"]])
    #expect(warehouse.freights.isEmpty)
  }

  @Test("13.18 An edit of a collection in a join table leaves the link of the object")
  func links() throws {
    do {
      let context = ModelContext(try bench.open())
      let tag = Freight.Tag("T")
      context.insert(tag)
      tag.freights = [Freight("a"), Freight("b"), Freight("c")]
      try context.save()
    }
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = 'b'")
    let context = ModelContext(try bench.open())
    let tag = try #require(try context.fetch(FetchDescriptor<Freight.Tag>()).first)
    #expect(tag.freights.map(\.title) == ["a", "c"])
    tag.freights = tag.freights.reversed()
    #expect(tag.freights.map(\.title) == ["c", "a"])
    tag.freights.removeAll()
    try context.save()
    #expect(try bench.row("SELECT count(*) FROM \"Freight.tags\"") == ["1"])
  }

  @Test("13.18 A cascade takes the object along")
  func cascade() throws {
    try bench.fill(4)
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    let context = ModelContext(try bench.open())
    let warehouse = try #require(try context.fetch(FetchDescriptor<Warehouse>()).first)
    context.delete(warehouse)
    try context.save()
    #expect(try bench.row("SELECT count(*) FROM Freight") == ["0"])
  }

  @Test("13.18 The rule deny counts the object")
  func deny() throws {
    do {
      let context = ModelContext(try bench.open())
      let pantry = Pantry("P")
      context.insert(pantry)
      context.insert(Jar("J", in: pantry))
      try context.save()
    }
    try bench.write("UPDATE Jar SET kind = 'drone'")
    let context = ModelContext(try bench.open())
    let pantry = try #require(try context.fetch(FetchDescriptor<Pantry>()).first)
    #expect(pantry.jars.isEmpty)
    context.delete(pantry)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test("13.18 A batch deletion reaches the object", arguments: [false, true])
  func batchDeletion(_ isInTransaction: Bool) throws {
    try bench.fill(4)
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    let context = ModelContext(try bench.open())
    func delete() throws {
      try context.delete(model: Freight.self, where: #Predicate { $0.title == "1" })
    }
    if isInTransaction { try context.transaction { try delete() } } else { try delete() }
    #expect(try bench.row("SELECT count(*) FROM Freight") == ["3"])
    try context.delete(model: Freight.self)
    #expect(try bench.row("SELECT count(*) FROM Freight") == ["0"])
  }

  @Test("13.18 An object is not found by its identifier, and becomes so again")
  func lookup() throws {
    try bench.fill(2)
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    let container = try bench.open()
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<Freight>())
    let identifier = try #require(container.unrepresentableValues.first?.identifier)
    #expect(try context.existingModel(for: identifier) == nil)
    #expect((context.registeredModel(for: identifier) as Freight?) == nil)
    #expect((context.model(for: identifier) as? Freight)?.modelContext == nil)
    let warehouse = try #require(found.first?.warehouse)
    #expect(warehouse.freights.count == 1)
    try context.update(
      model: Freight.self, where: #Predicate { $0.title == "1" }, setting: [.set(\.kind, to: .box)])
    #expect((try context.existingModel(for: identifier) as? Freight)?.title == "1")
    #expect(warehouse.freights.map(\.title) == ["0", "1"])
    #expect(try context.fetchCount(FetchDescriptor<Freight>()) == 2)
  }

  @Test("13.18 An object that a context holds keeps its last value, and leaves lists and counts")
  func held() throws {
    try bench.fill(3)
    let container = try bench.open()
    let context = ModelContext(container)
    let descriptor = FetchDescriptor<Freight>(sortBy: [SortDescriptor(\.title)])
    let results = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
    #expect(results.results.count == 3)
    let freight = try context.fetch(descriptor)[1]
    freight.title = "1, edited"
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '1'")
    try context.refreshAllObjects()
    #expect(freight.kind == .tube)
    #expect(freight.title == "1, edited")
    #expect(try context.fetch(descriptor).map(\.title) == ["0", "2"])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(results.results.map(\.title) == ["0", "2"])
    try context.save()
    #expect(
      try bench.row("SELECT title, kind FROM Freight WHERE kind = 'drone'") == [
        "1, edited", "drone",
      ])
    freight.kind = .crate
    try context.save()
    #expect(try bench.row("SELECT count(*) FROM Freight WHERE kind = 'crate'") == ["2"])
    #expect(try context.fetch(descriptor).map(\.title) == ["0", "1, edited", "2"])
    #expect(results.results.map(\.title) == ["0", "1, edited", "2"])
    #expect(container.unrepresentableValues.isEmpty)
  }
}
