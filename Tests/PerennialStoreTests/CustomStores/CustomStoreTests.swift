import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Custom stores")
struct CustomStoreTests {
  /// A container over a JSON file that ends with the test.
  private final class Port {
    let directory: ScratchDirectory
    let configuration: JSONStoreConfiguration
    init() throws {
      directory = try ScratchDirectory()
      configuration = JSONStoreConfiguration(url: directory.file("harbours.json"))
    }
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: Harbour.self, Vessel.self, Sailor.self, Buoy.self, configurations: configuration)
    }
  }

  private func all<T: PersistentModel>(
    _ type: T.Type, _ context: ModelContext, by order: [SortDescriptor<T>] = []
  ) throws -> [T] {
    try context.fetch(FetchDescriptor<T>(sortBy: order))
  }

  // MARK: Saving and reading

  @Test("A graph comes back as it was saved, from another container")
  func roundTrip() throws {
    let port = try Port()
    let code: UUID
    do {
      let context = ModelContext(try port.open())
      let (hamburg, oslo) = (Harbour("Hamburg"), Harbour("Oslo"))
      hamburg.founded = Date(timeIntervalSinceReferenceDate: 0.125)
      hamburg.flags = ["red", "white"]
      hamburg.master = Harbourmaster("Ada")
      let (one, two) = (Vessel("One", .tug), Vessel("Two", .yacht, tonnage: 7))
      hamburg.vessels = [two, one]
      one.crew = [Sailor("Bo"), Sailor("Al")]
      two.crew = one.crew.reversed()
      one.logbook = []
      two.logbook = [VesselEntry("left"), VesselEntry("arrived")]
      code = two.code
      context.insert(hamburg)
      context.insert(oslo)
      try context.save()
      #expect(!context.hasChanges)
    }
    let context = ModelContext(try port.open())
    let harbours = try all(Harbour.self, context, by: [SortDescriptor(\.name)])
    #expect(harbours.map(\.name) == ["Hamburg", "Oslo"])
    let hamburg = try #require(harbours.first)
    #expect(hamburg.founded == Date(timeIntervalSinceReferenceDate: 0.125))
    #expect(hamburg.depth == 4.5)
    #expect(hamburg.flags == ["red", "white"])
    #expect(hamburg.master?.name == "Ada")
    #expect(hamburg.master?.harbour === hamburg)
    #expect(hamburg.vessels.map(\.name) == ["Two", "One"])
    #expect(hamburg.vessels.map(\.kind) == [.yacht, .tug])
    #expect(hamburg.vessels.map { $0.crew.map(\.name) } == [["Al", "Bo"], ["Bo", "Al"]])
    #expect(hamburg.vessels.map { $0.logbook?.map(\.text) } == [["left", "arrived"], []])
    #expect(hamburg.vessels.first?.code == code)
    #expect(hamburg.vessels.allSatisfy { $0.home === hamburg })
    #expect(harbours.last?.vessels.isEmpty == true)
    #expect(harbours.last?.founded == nil)
    #expect(try all(Sailor.self, context).first?.vessels.count == 2)
  }

  @Test("Relationships lead to objects that no fetch has asked for")
  func faults() throws {
    let port = try Port()
    do {
      let context = ModelContext(try port.open())
      let harbour = Harbour("Hull")
      harbour.vessels = [Vessel("A"), Vessel("B")]
      context.insert(harbour)
      try context.save()
    }
    let context = ModelContext(try port.open())
    let vessel = try #require(
      try context.fetch(FetchDescriptor<Vessel>(predicate: #Predicate { $0.name == "B" })).first)
    #expect(vessel.home?.name == "Hull")
    #expect(vessel.home?.vessels.map(\.name) == ["A", "B"])
    #expect(vessel.home?.vessels.last === vessel)
  }

  @Test("Edits, moves and deletions reach the file; delete rules hold")
  func edits() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    let (rome, bari) = (Harbour("Rome"), Harbour("Bari"))
    rome.vessels = [Vessel("A"), Vessel("B"), Vessel("C")]
    rome.vessels[0].crew = [Sailor("Zoe")]
    rome.master = Harbourmaster("Ugo")
    context.insert(rome)
    context.insert(bari)
    try context.save()

    rome.vessels[1].home = bari
    rome.vessels.last?.name = "C2"
    try context.save()
    var other = ModelContext(try port.open())
    var harbours = try all(Harbour.self, other, by: [SortDescriptor(\.name)])
    #expect(harbours.map { $0.vessels.map(\.name) } == [["B"], ["A", "C2"]])

    context.delete(rome)
    try context.save()
    #expect(rome.modelContext == nil)
    other = ModelContext(try port.open())
    harbours = try all(Harbour.self, other)
    #expect(harbours.map(\.name) == ["Bari"])
    #expect(try all(Vessel.self, other).map(\.name) == ["B"])
    #expect(try all(Sailor.self, other).map { $0.vessels.count } == [0])
    let master = try #require(try all(Harbourmaster.self, other).first)
    #expect(master.harbour == nil)

    master.harbour = harbours.first
    try other.save()
    other.delete(master)
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    other.rollback()
    #expect(try all(Harbourmaster.self, ModelContext(try port.open())).count == 1)
  }

  @Test("A save that the store refuses changes nothing, and can be repeated")
  func refusedSave() throws {
    let port = try Port()
    let container = try port.open()
    let context = ModelContext(container)
    let harbour = Harbour("Kiel")
    harbour.vessels = [Vessel("A")]
    context.insert(harbour)
    try context.save()
    let before = try Data(contentsOf: port.configuration.url)
    try FileManager.default.removeItem(at: port.configuration.url)
    harbour.name = "Kiel 2"
    harbour.vessels.append(Vessel("B"))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(context.hasChanges)
    #expect(harbour.vessels.last?.persistentModelID.isTemporary == true)
    try before.write(to: port.configuration.url)
    #expect(try all(Harbour.self, ModelContext(container)).map(\.name) == ["Kiel"])
    try context.save()
    let other = ModelContext(try port.open())
    #expect(try all(Harbour.self, other).map { $0.vessels.map(\.name) } == [["A", "B"]])
  }

  @Test("A unique value that is in the file is updated, whether or not it was fetched")
  func upsert() throws {
    let port = try Port()
    do {
      let context = ModelContext(try port.open())
      let nice = Harbour("Nice")
      nice.depth = 1
      nice.vessels = [Vessel("A")]
      context.insert(nice)
      try context.save()
    }
    let context = ModelContext(try port.open())
    let again = Harbour("Nice")
    again.depth = 2
    again.vessels = [Vessel("B")]
    context.insert(again)
    try context.save()
    #expect(try all(Harbour.self, context).count == 1)
    let fresh = try all(Harbour.self, ModelContext(try port.open()))
    #expect(fresh.map(\.depth) == [2])
    #expect(fresh.map { $0.vessels.map(\.name) } == [["A", "B"]])
  }

  // MARK: Fetching

  @Test("Predicates, orders, limits and counts that the store leaves to us")
  func fetches() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    for number in 0..<20 { context.insert(Buoy(number, number % 3 == 0 ? "green" : "red")) }
    let riga = Harbour("Riga")
    context.insert(riga)
    context.insert(Vessel("A", home: riga))
    context.insert(Vessel("B"))
    try context.save()

    for context in [context, ModelContext(try port.open())] {
      var descriptor = FetchDescriptor<Buoy>(
        predicate: #Predicate { $0.colour == "green" },
        sortBy: [SortDescriptor(\.number, order: .reverse)])
      #expect(try context.fetch(descriptor).map(\.number) == [18, 15, 12, 9, 6, 3, 0])
      #expect(try context.fetchCount(descriptor) == 7)
      descriptor.fetchOffset = 1
      descriptor.fetchLimit = 2
      #expect(try context.fetch(descriptor).map(\.number) == [15, 12])
      #expect(try context.fetchCount(descriptor) == 2)
      let identifiers = try context.fetchIdentifiers(descriptor)
      #expect(identifiers.compactMap { (context.model(for: $0) as? Buoy)?.number } == [15, 12])
      descriptor.includePendingChanges = false
      #expect(try context.fetch(descriptor, batchSize: 1).map(\.number) == [15, 12])
      var sum = 0
      try context.enumerate(FetchDescriptor<Buoy>(), batchSize: 7) { sum += $0.number }
      #expect(sum == 190)
      let moored = FetchDescriptor<Vessel>(predicate: #Predicate { $0.home?.name == "Riga" })
      #expect(try context.fetch(moored).map(\.name) == ["A"])
      let homes = FetchDescriptor<Harbour>(
        predicate: #Predicate { $0.vessels.contains { $0.name == "A" } })
      #expect(try context.fetch(homes).map(\.name) == ["Riga"])
    }
  }

  @Test("Changes that are not saved are part of a fetch")
  func pendingChanges() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    for number in 0..<6 { context.insert(Buoy(number)) }
    try context.save()
    let buoys = try all(Buoy.self, context, by: [SortDescriptor(\.number)])
    buoys[0].number = 10
    context.delete(buoys[1])
    context.insert(Buoy(3, "new"))
    let sorted = try all(Buoy.self, context, by: [SortDescriptor(\.number)])
    #expect(sorted.map(\.number) == [2, 3, 3, 4, 5, 10])
    let few = FetchDescriptor<Buoy>(predicate: #Predicate { $0.number < 4 })
    #expect(try context.fetch(few).map(\.number).sorted() == [2, 3, 3])
    #expect(try context.fetchCount(few) == 3)
    var stored = few
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 4)
  }

  // MARK: Identifiers

  @Test("Identifiers are the store's, find their objects, and survive JSON")
  func identifiers() throws {
    let port = try Port()
    let container = try port.open()
    let context = ModelContext(container)
    let buoy = Buoy(1)
    context.insert(buoy)
    let temporary = buoy.persistentModelID
    #expect(temporary.isTemporary)
    let known: Set<Buoy> = [buoy]
    try context.save()
    let permanent = buoy.persistentModelID
    #expect(!permanent.isTemporary)
    #expect(permanent.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "json"))
    #expect(known.contains(buoy))
    #expect(context.model(for: temporary) === buoy)
    #expect(context.model(for: permanent) === buoy)

    let text = try JSONEncoder().encode(permanent)
    let copy = try JSONDecoder().decode(PersistentIdentifier.self, from: text)
    #expect(copy == permanent)
    let other = ModelContext(try port.open())
    let held = try #require(try other.existingModel(for: copy) as? Buoy)
    #expect(held.number == 1)
    #expect((other.registeredModel(for: copy) as Buoy?) === held)
    let found = FetchDescriptor<Buoy>(predicate: #Predicate { $0.persistentModelID == copy })
    #expect(try other.fetch(found).map(\.number) == [1])

    context.delete(buoy)
    try context.save()
    #expect(buoy.persistentModelID == permanent)
    #expect(try context.existingModel(for: permanent) == nil)
  }

  // MARK: Other contexts, other containers

  @Test("What another container has saved arrives with the next fetch")
  func otherContainers() throws {
    let port = try Port()
    let (here, there) = (ModelContext(try port.open()), ModelContext(try port.open()))
    here.insert(Buoy(1))
    here.insert(Buoy(2))
    try here.save()
    let order = [SortDescriptor(\Buoy.number)]
    let buoys = try all(Buoy.self, there, by: order)
    buoys[0].colour = "blue"
    there.delete(buoys[1])
    there.insert(Buoy(3))
    try there.save()
    let held = try all(Buoy.self, here, by: order)
    #expect(held.map(\.number) == [1, 3])
    #expect(held.first?.colour == "blue")
  }

  @Test("Saves reach the other contexts of the container; their changes stay")
  func otherContexts() throws {
    let port = try Port()
    let container = try port.open()
    let (one, two) = (ModelContext(container), ModelContext(container))
    let buoy = Buoy(1)
    one.insert(buoy)
    try one.save()
    let twin = try #require(try all(Buoy.self, two).first)
    twin.colour = "own"
    buoy.number = 2
    buoy.colour = "theirs"
    try one.save()
    #expect(twin.number == 2)
    #expect(twin.colour == "own")
    try two.save()
    #expect(buoy.colour == "own")
    let saved = try all(Buoy.self, ModelContext(try port.open()))
    #expect(saved.map(\.colour) == ["own"])
  }

  @Test("Rollback, and transactions that throw")
  func rollback() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    let harbour = Harbour("Genoa")
    harbour.vessels = [Vessel("A")]
    context.insert(harbour)
    try context.save()
    harbour.name = "?"
    harbour.vessels = []
    context.rollback()
    #expect(harbour.name == "Genoa")
    #expect(harbour.vessels.map(\.name) == ["A"])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Buoy(1))
        throw Stop()
      }
    }
    #expect(!context.hasChanges)
    try context.transaction { context.insert(Buoy(2)) }
    #expect(try all(Buoy.self, ModelContext(try port.open())).map(\.number) == [2])
  }

  @Test("Batch deletion applies delete rules, and is in the history")
  func batchDeletion() throws {
    let port = try Port()
    let container = try port.open()
    let context = ModelContext(container)
    for name in ["A", "B"] {
      let harbour = Harbour(name)
      harbour.vessels = [Vessel("\(name)1"), Vessel("\(name)2")]
      context.insert(harbour)
    }
    try context.save()
    let fresh = ModelContext(try port.open())
    try fresh.delete(model: Harbour.self, where: #Predicate { $0.name == "A" })
    #expect(try all(Vessel.self, fresh, by: [SortDescriptor(\.name)]).map(\.name) == ["B1", "B2"])
    let read = ModelContext(try port.open())
    #expect(try all(Harbour.self, read).map(\.name) == ["B"])
    #expect(try all(Vessel.self, read).count == 2)
    let transactions = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let deletions = transactions.flatMap(\.changes).filter {
      if case .delete = $0 { true } else { false }
    }
    #expect(deletions.count == 3)
  }

  @Test("Every save is a transaction in the history of the container")
  func history() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    context.author = "me"
    let buoy = Buoy(1)
    context.insert(buoy)
    try context.save()
    buoy.number = 2
    try context.save()
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.map(\.author) == ["me", "me"])
    #expect(
      transactions.flatMap(\.changes).map(\.changedPersistentIdentifier)
        == [buoy.persistentModelID, buoy.persistentModelID])
    guard case .update(let update as DefaultHistoryUpdate<Buoy>)? = transactions.last?.changes.first
    else {
      Issue.record("the second transaction is no update")
      return
    }
    #expect(update.updatedAttributes.count == 1)
    #expect(update.containsAttribute(\.number))
  }

  @Test("After an erasure the file is empty, and everything still works")
  func erase() throws {
    let port = try Port()
    let container = try port.open()
    let context = ModelContext(container)
    let buoy = Buoy(1)
    context.insert(buoy)
    try context.save()
    try container.erase()
    #expect(buoy.modelContext == nil)
    #expect(try all(Buoy.self, context).isEmpty)
    #expect(try all(Buoy.self, ModelContext(try port.open())).isEmpty)
    context.insert(Buoy(2))
    try context.save()
    #expect(try all(Buoy.self, ModelContext(try port.open())).map(\.number) == [2])
  }

  @Test("Live results follow a custom store") @MainActor
  func liveResults() throws {
    let port = try Port()
    let context = ModelContext(try port.open())
    let observer = try ResultsObserver<Buoy, Never>(
      sortBy: [SortDescriptor(\.number)], modelContext: context)
    #expect(observer.results.isEmpty)
    for number in [3, 1, 2] { context.insert(Buoy(number)) }
    try context.save()
    context.processPendingChanges()
    #expect(observer.results.map(\.number) == [1, 2, 3])
  }

  // MARK: Containers

  @Test("A file of this framework and a JSON file, in one container")
  func mixed() throws {
    let directory = try ScratchDirectory()
    let schema = Schema([Harbour.self, Buoy.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(
          "ours", schema: Schema([Harbour.self]), url: directory.file("a.store")),
        JSONStoreConfiguration(
          "theirs", schema: Schema([Buoy.self]), url: directory.file("a.json")),
      ] as [any DataStoreConfiguration])
    let context = ModelContext(container)
    let (harbour, buoy) = (Harbour("Lima"), Buoy(1))
    context.insert(harbour)
    context.insert(buoy)
    try context.save()
    #expect(
      harbour.persistentModelID.storeIdentifier
        == container.storeIdentifier(forConfigurationNamed: "ours"))
    #expect(
      buoy.persistentModelID.storeIdentifier
        == container.storeIdentifier(forConfigurationNamed: "theirs"))
    #expect(container.configurations.map(\.name) == ["ours"])
    let fresh = ModelContext(container)
    #expect(try all(Harbour.self, fresh).count == 1)
    #expect(try all(Buoy.self, fresh).count == 1)
  }

  @Test("A file that cannot be read is a typed error")
  func damagedFile() throws {
    let port = try Port()
    try Data("{".utf8).write(to: port.configuration.url)
    let error = try refusal { _ = try port.open() }
    #expect(error == .loadIssueModelContainer)
    #expect(error.underlyingError is DecodingError)
  }

  @Test("A snapshot of an entity that nobody has opened is a typed error")
  func unknownEntity() throws {
    let identifier = try PersistentIdentifier.identifier(
      for: "s", entityName: "NoSuchEntity", primaryKey: "1")
    let text = try JSONEncoder().encode(["persistentIdentifier": identifier])
    let error = try refusal { _ = try JSONDecoder().decode(DefaultSnapshot.self, from: text) }
    #expect(error == .unknownDataStoreSchema)
  }
}
