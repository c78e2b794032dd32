import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("One schema in several stores")
struct StoreSpanTests {
  private let directory: ScratchDirectory
  private let schema = Schema([Harbour.self, Buoy.self])

  init() throws { directory = try ScratchDirectory() }

  /// A store with some buoys, that can be read only from now on.
  private func archive(_ name: String, _ numbers: [Int]) throws -> ModelConfiguration {
    let url = directory.file("\(name).store")
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(name, url: url)])
    let context = ModelContext(container)
    for number in numbers { context.insert(Buoy(number, name)) }
    let harbour = Harbour("harbour of \(name)")
    harbour.vessels = [Vessel("vessel of \(name)")]
    context.insert(harbour)
    try context.save()
    return ModelConfiguration(name, url: url, allowsSave: false)
  }

  /// A writable store before two archives, in whatever order they are listed.
  private func open(writableFirst: Bool = false) throws -> ModelContainer {
    let archives = [try archive("old", [1, 4]), try archive("older", [2, 5])]
    let own = ModelConfiguration("own", url: directory.file("own.store"))
    return try ModelContainer(
      for: schema, configurations: writableFirst ? [own] + archives : archives + [own])
  }

  private let byNumber = [SortDescriptor(\Buoy.number)]

  @Test(
    "A fetch spans the stores; what is new goes to the one that can be written",
    arguments: [true, false])
  func span(writableFirst: Bool) throws {
    let container = try open(writableFirst: writableFirst)
    let context = ModelContext(container)
    let new = Buoy(3, "own")
    context.insert(new)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let all = try context.fetch(FetchDescriptor(sortBy: byNumber))
      #expect(all.map(\.number) == [1, 2, 3, 4, 5])
      #expect(try context.fetchCount(FetchDescriptor<Buoy>()) == 5)
      var some = FetchDescriptor<Buoy>(predicate: #Predicate { $0.number > 1 }, sortBy: byNumber)
      some.fetchOffset = 1
      some.fetchLimit = 2
      #expect(try context.fetch(some).map(\.number) == [3, 4])
      #expect(try context.fetchCount(some) == 2)
      #expect(Set(all.map(\.colour)) == ["old", "older", "own"])
    }
    #expect(
      new.persistentModelID.storeIdentifier
        == container.storeIdentifier(forConfigurationNamed: "own"))
  }

  @Test("Identifiers tell the stores apart, and lead back")
  func identifiers() throws {
    let container = try open()
    let context = ModelContext(container)
    for buoy in try context.fetch(FetchDescriptor<Buoy>()) {
      let identifier = buoy.persistentModelID
      let store = try #require(identifier.storeIdentifier)
      #expect(container.configurationName(forStoreIdentifier: store) == buoy.colour)
      let other = ModelContext(container)
      #expect((try other.existingModel(for: identifier) as? Buoy)?.number == buoy.number)
      let registered: Buoy? = context.registeredModel(for: identifier)
      #expect(registered === buoy)
    }
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Buoy>())
    #expect(Set(identifiers.compactMap(\.storeIdentifier)).count == 2)
  }

  @Test("Batches, enumeration and live results span the stores too")
  func batches() throws {
    let container = try open()
    let context = ModelContext(container)
    context.insert(Buoy(3, "own"))
    try context.save()
    var descriptor = FetchDescriptor<Buoy>(sortBy: byNumber)
    var seen: [Int] = []
    try context.enumerate(descriptor, batchSize: 2) { seen.append($0.number) }
    #expect(seen == [1, 2, 3, 4, 5])
    descriptor.includePendingChanges = false
    let fresh = ModelContext(container)
    let batched = try fresh.fetch(descriptor, batchSize: 2)
    #expect(batched.map(\.number) == [1, 2, 3, 4, 5])
    let observer = try ResultsObserver<Buoy, Never>(sortBy: byNumber, modelContext: fresh)
    #expect(observer.results.map(\.number) == [1, 2, 3, 4, 5])
    fresh.insert(Buoy(0, "own"))
    try fresh.save()
    #expect(observer.results.map(\.number) == [0, 1, 2, 3, 4, 5])
  }

  @Test("Relationships stay within a store")
  func relationships() throws {
    let context = ModelContext(try open())
    let vessels = try context.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)]))
    #expect(vessels.map(\.home?.name) == ["harbour of old", "harbour of older"])
    #expect(vessels.allSatisfy { $0.home?.vessels.first === $0 })
    let named = FetchDescriptor<Harbour>(
      predicate: #Predicate { $0.vessels.contains { $0.name == "vessel of older" } })
    #expect(try context.fetch(named).map(\.name) == ["harbour of older"])

    let new = Vessel("new")
    context.insert(new)
    new.home = vessels.first?.home
    #expect(new.home == nil)
    let error = try refusal { try context.save() }
    #expect(error == .unsupportedFeature)
    #expect(error.explanation.contains("Vessel.home"))
  }

  @Test("Archives are not written")
  func archives() throws {
    let container = try open()
    let context = ModelContext(container)
    let old = try #require(try context.fetch(FetchDescriptor(sortBy: byNumber)).first)
    old.number = 10
    #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
    context.rollback()
    context.insert(Buoy(20, "own"))
    try context.save()
    try context.delete(model: Buoy.self)
    #expect(try context.fetchCount(FetchDescriptor<Buoy>()) == 4)
    #expect(throws: SwiftDataError.readOnlyStore) { try container.erase() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Buoy>()) == 4)
  }

  @Test("Disjoint schemas; what a model leads to lies with it")
  func disjoint() throws {
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(
          "harbours", schema: Schema([Harbour.self]), url: directory.file("h.store")),
        ModelConfiguration("buoys", schema: Schema([Buoy.self]), url: directory.file("b.store")),
      ])
    let context = ModelContext(container)
    let (vessel, buoy) = (Vessel("v", home: Harbour("h")), Buoy(1))
    context.insert(vessel)
    context.insert(buoy)
    try context.save()
    let names = [vessel.persistentModelID, buoy.persistentModelID].map {
      $0.storeIdentifier.flatMap(container.configurationName(forStoreIdentifier:))
    }
    #expect(names == ["harbours", "buoys"])
    #expect(try RawDatabase(directory.file("b.store")).value("SELECT number FROM Buoy") == "1")
    #expect(try RawDatabase(directory.file("h.store")).value("SELECT name FROM Vessel") == "v")
  }

  @Test("Two stores that could both take a new object are refused; so is a copy of a store")
  func refusals() throws {
    let two = ["a", "b"].map { (name: String) in
      ModelConfiguration(name, url: directory.file("\(name).store"))
    }
    let error = try refusal { _ = try ModelContainer(for: schema, configurations: two) }
    #expect(error == .unsupportedFeature)
    #expect(error.explanation.contains("allowsSave"))

    let old = try archive("old", [1])
    let copy = directory.file("copy.store")
    // The rows in the write-ahead log belong to the store, too.
    try RawDatabase(old.url).run("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.copyItem(at: old.url, to: copy)
    let copied = try refusal {
      _ = try ModelContainer(
        for: schema,
        configurations: [old, ModelConfiguration("copy", url: copy, allowsSave: false)])
    }
    #expect(copied == .duplicateConfiguration)
  }
}
