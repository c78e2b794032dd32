import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("13.18 Values that the program cannot represent")
struct UnrepresentableValueTests {
  private let bench: FreightBench

  init() throws { bench = try FreightBench() }

  // MARK: Reading

  @Test("13.18 One row with an unknown case does not fail the fetch of the others")
  func oneRow() throws {
    try bench.fill()
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title = '2'")
    let container = try bench.open()
    let context = ModelContext(container)
    let titles = try context.fetch(
      FetchDescriptor<Freight>(sortBy: [SortDescriptor(\.title)])
    ).map(\.title)
    #expect(titles == ["0", "1", "3", "4"])
    let value = try #require(container.unrepresentableValues.first)
    #expect(container.unrepresentableValues.count == 1)
    #expect(value.propertyName == "kind")
    #expect(value.storedValue == "drone")
    #expect(value.reading == .leftOut)
    #expect(value.identifier.entityName == "Freight")
    #expect(value.description.contains("update(model:where:setting:)"))
    #expect(value.description.contains("fetches leave the object out"))
    // The way out that the description names.
    let identifier = value.identifier
    try context.update(
      model: Freight.self, where: #Predicate { $0.persistentModelID == identifier },
      setting: [.set(\.kind, to: .tube)])
    #expect(container.unrepresentableValues.isEmpty)
    #expect(try context.fetch(FetchDescriptor<Freight>()).count == 5)
  }

  @Test("13.18 An optional property reads nil, one with a default the default")
  func substitutes() throws {
    try bench.fill(2)
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9 WHERE title = '1'")
    let container = try bench.open()
    let context = ModelContext(container)
    let freight = try #require(
      try context.fetch(FetchDescriptor<Freight>(predicate: #Predicate { $0.title == "1" })).first)
    #expect(freight.route == nil)
    #expect(freight.speed == .slow)
    #expect(freight.kind == .tube)
    #expect(
      container.unrepresentableValues.map { "\($0.propertyName) \($0.storedValue) \($0.reading)" }
        == ["route moon absent", "speed 9 declaredDefault"])
  }

  @Test("13.18 A stored value stays until its property is assigned")
  func staysOnDisk() throws {
    try bench.fill(1)
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9")
    let context = ModelContext(try bench.open())
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    freight.title = "renamed"
    try context.save()
    #expect(try bench.row("SELECT title, route, speed FROM Freight") == ["renamed", "moon", "9"])
    freight.speed = .quick
    try context.save()
    #expect(try bench.row("SELECT title, route, speed FROM Freight") == ["renamed", "moon", "2"])
    freight.route = nil
    try context.save()
    #expect(try bench.row("SELECT title, route, speed FROM Freight") == ["renamed", "NULL", "2"])
  }

  @Test("13.18 Every policy of conflicts leaves the stored value", arguments: MergePolicy.allCases)
  func policies(_ policy: MergePolicy) throws {
    try bench.fill(1)
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9")
    let container = try bench.open()
    let context = ModelContext(container)
    context.mergePolicy = policy
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    freight.title = "renamed"
    try context.save()
    #expect(try bench.row("SELECT title, route, speed FROM Freight") == ["renamed", "moon", "9"])
  }

  @Test("13.18 Undo gives back the stored value, of an assignment and of a deletion")
  func undo() throws {
    try bench.fill(1)
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9")
    let context = ModelContext(try bench.open())
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    manager.beginUndoGrouping()
    freight.speed = .quick
    freight.route = .north
    manager.endUndoGrouping()
    try context.save()
    #expect(try bench.row("SELECT route, speed FROM Freight") == ["north", "2"])
    manager.undo()
    try context.save()
    #expect(freight.speed == .slow)
    #expect(try bench.row("SELECT route, speed FROM Freight") == ["moon", "9"])
    manager.beginUndoGrouping()
    context.delete(freight)
    manager.endUndoGrouping()
    try context.save()
    #expect(try bench.row("SELECT count(*) FROM Freight") == ["0"])
    manager.undo()
    try context.save()
    #expect(try bench.row("SELECT route, speed FROM Freight") == ["moon", "9"])
  }

  @Test("13.18 A rollback and a failed transaction bring the stored value back")
  func rollback() throws {
    struct Stop: Error {}
    try bench.fill(1)
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9")
    let context = ModelContext(try bench.open())
    let freight = try #require(try context.fetch(FetchDescriptor<Freight>()).first)
    freight.speed = .quick
    context.rollback()
    #expect(freight.speed == .slow)
    freight.route = .south
    #expect(throws: Stop.self) {
      try context.transaction {
        freight.speed = .quick
        throw Stop()
      }
    }
    #expect(freight.route == .south)
    freight.title = "renamed"
    try context.save()
    #expect(
      try bench.row("SELECT title, route, speed FROM Freight") == ["renamed", "south", "9"])
  }

  @Test(
    "13.18 What a type refuses is treated alike, whatever the type",
    arguments: [
      ("wrap = 'foil'", true, "wrap"), ("size = '{\"height\":1}'", false, "size"),
      ("size = 'no JSON'", false, "size"), ("home = ''", false, "home"),
      ("tracking = x'0102'", false, "tracking"), ("price = x'FFFF'", false, "price"),
      ("count = 300", false, "count"),
    ])
  func types(_ assignment: String, _ isLeftOut: Bool, _ name: String) throws {
    do {
      let context = ModelContext(try bench.open())
      context.insert(Package("a"))
      context.insert(Package("b"))
      try context.save()
    }
    try bench.write("UPDATE Package SET \(assignment) WHERE title = 'a'")
    let container = try bench.open()
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<Package>(sortBy: [SortDescriptor(\.title)]))
    #expect(found.map(\.title) == (isLeftOut ? ["b"] : ["a", "b"]))
    #expect(container.unrepresentableValues.map(\.propertyName) == [name])
    if isLeftOut { return }
    let package = found[0]
    switch name {
    case "size": #expect(package.size == nil)
    case "home": #expect(package.home == nil)
    case "tracking": #expect(package.tracking.uuid.15 == 1)
    case "price": #expect(package.price == 5)
    default: #expect(package.count == 3)
    }
    let before = try bench.row("SELECT quote(\(name)) FROM Package WHERE title = 'a'")
    package.wrap = .cloth
    try context.save()
    #expect(try bench.row("SELECT quote(\(name)) FROM Package WHERE title = 'a'") == before)
  }

  // MARK: Counting

  @Test(
    "13.18 A count agrees with a fetch before anything else is read",
    arguments: [0, 1, 2], [nil, 2, 3] as [Int?])
  func counts(_ offset: Int, _ limit: Int?) throws {
    try bench.fill(7)
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title IN ('0', '1', '4')")
    var descriptor = FetchDescriptor<Freight>(sortBy: [SortDescriptor(\.title)])
    descriptor.fetchOffset = offset
    descriptor.fetchLimit = limit
    let rest = ["2", "3", "5", "6"].dropFirst(offset)
    let expected = Array(limit.map { rest.prefix($0) } ?? rest)
    #expect(try ModelContext(bench.open()).fetchCount(descriptor) == expected.count)
    #expect(try ModelContext(bench.open()).fetchIdentifiers(descriptor).count == expected.count)
    let context = ModelContext(try bench.open())
    #expect(try context.fetch(descriptor).map(\.title) == expected)
    var seen: [String] = []
    try context.enumerate(descriptor, batchSize: 2) { seen.append($0.title) }
    #expect(seen == expected)
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor, batchSize: 2).map(\.title) == expected)
    let results = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
    #expect(results.results.map(\.title) == expected)
  }

  @Test("13.18 The index of unknown cases is empty as a rule, and answers at once")
  func index() throws {
    try bench.fill(3)
    let plan = try bench.rows(
      """
      EXPLAIN QUERY PLAN SELECT DISTINCT "kind" FROM "Freight" \
      WHERE "kind" <> 'box' AND "kind" <> 'tube' AND "kind" <> 'crate'
      """)
    #expect(plan.joined().contains { $0.contains("USING COVERING INDEX Freight.kind?") })
    let check = try #require(ModelLayout.of(Freight.self).caseChecks.first)
    #expect(
      check.query.hasSuffix("\"kind\" <> 'box' AND \"kind\" <> 'tube' AND \"kind\" <> 'crate'"))
  }

  // MARK: Predicates

  @Test("13.18 SQL and memory agree on objects with unknown values", arguments: [false, true])
  func predicates(_ isInMemory: Bool) throws {
    try bench.fill(6)
    try bench.write("UPDATE Freight SET route = 'north' WHERE title IN ('0', '1')")
    try bench.write("UPDATE Freight SET route = 'moon', speed = 9 WHERE title IN ('1', '2')")
    try bench.write("UPDATE Freight SET speed = 2 WHERE title IN ('3')")
    try bench.write("UPDATE Freight SET kind = 'drone' WHERE title IN ('4')")
    let context = ModelContext(try bench.open())
    // A change that the condition reads has the context decide in memory.
    if isInMemory { try context.fetch(FetchDescriptor<Warehouse>()).first?.name = "B" }
    func titles(_ predicate: Predicate<Freight>) throws -> [String] {
      let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])
      let titles = try context.fetch(descriptor).map(\.title)
      #expect(try context.fetchCount(descriptor) == titles.count)
      return titles
    }
    let (slow, quick) = (FreightSpeed.slow, FreightSpeed.quick)
    let north: FreightRoute? = .north
    #expect(try titles(#Predicate { $0.speed == slow }) == ["0", "1", "2", "5"])
    #expect(try titles(#Predicate { $0.speed != slow }) == ["3"])
    #expect(try titles(#Predicate { $0.speed == quick }) == ["3"])
    #expect(try titles(#Predicate { $0.route == nil }) == ["1", "2", "3", "5"])
    #expect(try titles(#Predicate { $0.route == north }) == ["0"])
    #expect(try titles(#Predicate { $0.route != north }) == ["1", "2", "3", "5"])
    #expect(
      try titles(#Predicate { $0.warehouse?.name != nil && $0.speed == slow }) == [
        "0", "1", "2", "5",
      ])
    let warehouses = FetchDescriptor<Warehouse>(predicate: #Predicate { $0.freights.count == 5 })
    #expect(try context.fetch(warehouses).count == 1)
    #expect(try context.fetch(warehouses).first?.freights.count == 5)
  }

  @Test("13.18 A changed object is found by the default that it reads")
  func changedObject() throws {
    try bench.fill(3)
    try bench.write("UPDATE Freight SET speed = 9 WHERE title = '1'")
    let context = ModelContext(try bench.open())
    let slow = FreightSpeed.slow
    let descriptor = FetchDescriptor<Freight>(
      predicate: #Predicate { $0.speed == slow }, sortBy: [SortDescriptor(\.title)])
    let freight = try #require(
      try context.fetch(FetchDescriptor<Freight>(predicate: #Predicate { $0.title == "1" })).first)
    freight.route = .south
    #expect(freight.speed == .slow)
    #expect(try context.fetch(descriptor).map(\.title) == ["0", "1", "2"])
    #expect(try context.fetchCount(descriptor) == 3)
    freight.speed = .quick
    #expect(try context.fetch(descriptor).map(\.title) == ["0", "2"])
  }

  @Test("13.18 Classes that are made by an initialiser treat their constants alike")
  func constants() throws {
    let url = bench.url
    func open() throws -> ModelContainer {
      try ModelContainer(for: Sigil.self, configurations: ModelConfiguration(url: url))
    }
    do {
      let context = ModelContext(try open())
      for name in ["a", "b", "c"] { context.insert(Sigil(name)) }
      try context.save()
    }
    try bench.write("UPDATE Sigil SET kind = 'drone' WHERE name = 'a'")
    try bench.write("UPDATE Sigil SET route = 'moon', home = '' WHERE name = 'b'")
    let container = try open()
    let context = ModelContext(container)
    let sigils = try context.fetch(FetchDescriptor<Sigil>(sortBy: [SortDescriptor(\.name)]))
    #expect(sigils.map(\.name) == ["b", "c"])
    #expect(sigils.first?.route == nil)
    #expect(sigils.first?.home == nil)
    #expect(
      container.unrepresentableValues.map(\.propertyName).sorted() == ["home", "kind", "route"])
    sigils.first?.name = "d"
    try context.save()
    #expect(try bench.row("SELECT route, home FROM Sigil WHERE name = 'd'") == ["moon", ""])
  }

  // MARK: Cases

  @Test("13.18 The file records the cases, and those of another version stay known")
  func recordedCases() throws {
    try bench.fill(1)
    let cases = try #require(
      try bench.row("SELECT value FROM _perennial_metadata WHERE key = 'cases'").first)
    #expect(cases.contains(#""kind":{"known":["box","tube","crate"]}"#))
    #expect(cases.contains(#""speed":{"known":[1,2]}"#))
    #expect(!cases.contains("wrap"))
    // A later version of the program had one more case, and no tube.
    let later = cases.replacingOccurrences(
      of: #"["box","tube","crate"]"#, with: #"["box","crate","drone"]"#)
    try bench.write("UPDATE _perennial_metadata SET value = '\(later)' WHERE key = 'cases'")
    _ = try bench.open()
    let merged = try #require(
      try bench.row("SELECT value FROM _perennial_metadata WHERE key = 'cases'").first)
    #expect(
      merged.contains(#""kind":{"known":["box","tube","crate"],"others":["drone"]}"#))
  }
}
