import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("What a custom store is asked, and what it may answer")
struct RecordingStoreTests {
  private let script = RecordingStoreScript()

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Buoy.self, configurations: RecordingStoreConfiguration(script: script))
  }

  private func seed(_ numbers: [Int]) throws {
    for number in numbers {
      let identifier = try PersistentIdentifier.identifier(
        for: script.identifier, entityName: "Buoy", primaryKey: "k\(number)")
      script.snapshots[identifier] = ShipSnapshot(identifier, number: number, colour: "red")
    }
  }

  @Test("A store that understands a fetch answers it")
  func answered() throws {
    try seed([5, 1, 4, 2, 3])
    let context = ModelContext(try open())
    var descriptor = FetchDescriptor<Buoy>(
      predicate: #Predicate { $0.number < 5 }, sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.number) == [4, 3])
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.number) == [3, 2])
    #expect(script.calls == ["fetch", "fetch"])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(script.calls.last == "count")
  }

  @Test("What it leaves to us is done in memory, whatever it leaves")
  func left() throws {
    try seed([5, 1, 4, 2, 3])
    let context = ModelContext(try open())
    let byColour = FetchDescriptor<Buoy>(
      predicate: #Predicate { $0.number < 4 },
      sortBy: [SortDescriptor(\.colour), SortDescriptor(\.number)])
    #expect(try context.fetch(byColour).map(\.number) == [1, 2, 3])
    script.filters = false
    #expect(try context.fetch(byColour).map(\.number) == [1, 2, 3])
    #expect(try context.fetchCount(byColour) == 3)
    let odd = FetchDescriptor<Buoy>(predicate: #Predicate { $0.number % 2 == 1 })
    #expect(try context.fetch(odd).map(\.number).sorted() == [1, 3, 5])
  }

  @Test("An identifier is looked up among the snapshots at hand")
  func lookUp() throws {
    try seed([7])
    let identifier = try #require(script.snapshots.keys.first)
    let context = ModelContext(try open())
    #expect((try context.existingModel(for: identifier) as? Buoy)?.number == 7)
    #expect(script.calls == ["cached"])
  }

  @Test("A save gives new, changed and deleted objects once, and the author")
  func saves() throws {
    let context = ModelContext(try open())
    context.author = "Ann"
    let (one, two) = (Buoy(1), Buoy(2))
    context.insert(one)
    context.insert(two)
    try context.save()
    one.number = 3
    context.delete(two)
    try context.save()
    #expect(script.calls.filter { $0.hasPrefix("save") } == ["save +2 ~0 -0", "save +0 ~1 -1"])
    #expect(script.authors == ["Ann", "Ann"])
    #expect(script.snapshots.values.map(\.number) == [3])
  }

  @Test("A refusal leaves everything pending; the error is the store's")
  func refused() throws {
    struct Offline: Error {}
    let container = try open()
    let context = ModelContext(container)
    let buoy = Buoy(1)
    context.insert(buoy)
    script.refusal = Offline()
    #expect(throws: Offline.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 1)
    #expect(buoy.persistentModelID.isTemporary)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Buoy>()) == 0)
    try context.save()
    #expect(!buoy.persistentModelID.isTemporary)
    #expect(script.snapshots.count == 1)
  }

  @Test("DataStoreErrors that nobody can help with become errors of the framework")
  func storeErrors() throws {
    let context = ModelContext(try open())
    context.insert(Buoy(1))
    script.refusal = DataStoreError.unsupportedFeature
    #expect(throws: SwiftDataError.unsupportedFeature) { try context.save() }
    script.refusal = DataStoreError.invalidPredicate
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.save() }
    #expect(context.hasChanges)
  }

  @Test("Values that the store has changed while saving are read back")
  func reregistered() throws {
    script.correction = {
      ShipSnapshot($0.persistentIdentifier, number: $0.number * 100, colour: "checked")
    }
    let container = try open()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let buoy = Buoy(1)
    context.insert(buoy)
    try context.save()
    #expect(buoy.number == 100)
    #expect(buoy.colour == "checked")
    #expect(try other.fetch(FetchDescriptor<Buoy>()).map(\.number) == [100])
    #expect(!context.hasChanges)
  }

  @Test("A new object to which the store gives an existing key becomes that object")
  func upsert() throws {
    script.key = { "n\($0.number)" }
    let context = ModelContext(try open())
    let old = Buoy(1, "red")
    context.insert(old)
    try context.save()
    let identifier = old.persistentModelID
    let new = Buoy(1, "green")
    context.insert(new)
    try context.save()
    #expect(new.persistentModelID == identifier)
    #expect(old.modelContext === context && new.modelContext === context)
    #expect(old.colour == "green")
    let found = try context.fetch(FetchDescriptor<Buoy>())
    #expect(found.count == 1)
    #expect(found.first === old)
    new.colour = "blue"
    #expect(old.colour == "blue")
    try context.save()
    #expect(script.snapshots.values.map(\.colour) == ["blue"])
  }

  @Test("A set is deleted by the store, if it can; objects that are held learn of it")
  func batch() throws {
    try seed([1, 2, 3, 4])
    let context = ModelContext(try open())
    let held = try context.fetch(FetchDescriptor<Buoy>(sortBy: [SortDescriptor(\.number)]))
    script.calls = []
    try context.delete(model: Buoy.self, where: #Predicate { $0.number < 3 })
    #expect(script.calls == ["delete set"])
    #expect(held.map { $0.modelContext == nil } == [true, true, false, false])
    script.canDeleteSets = false
    try context.delete(model: Buoy.self, where: #Predicate { $0.number < 4 })
    #expect(script.snapshots.values.map(\.number) == [4])
    #expect(try context.fetch(FetchDescriptor<Buoy>()).map(\.number) == [4])
  }

  @Test("A history of the store's own kind")
  func history() throws {
    let context = ModelContext(try open())
    context.author = "Ann"
    context.insert(Buoy(1))
    try context.save()
    context.author = "Bob"
    context.insert(Buoy(2))
    try context.save()
    let bobs = HistoryDescriptor<BuoyTransaction>(predicate: #Predicate { $0.author == "Bob" })
    #expect(try context.fetchHistory(bobs).map(\.number) == [2])
    try context.deleteHistory(bobs)
    #expect(try context.fetchHistory(HistoryDescriptor<BuoyTransaction>()).map(\.number) == [1])
    #expect(throws: SwiftDataError.self) {
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test("The token of a save is in the notification")
  func historyToken() throws {
    let context = ModelContext(try open())
    nonisolated(unsafe) var tokens: [String: any HistoryToken] = [:]
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      tokens = notification.userInfo?[key] as? [String: any HistoryToken] ?? [:]
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Buoy(1))
    try context.save()
    #expect(tokens[script.identifier] as? BuoyToken == BuoyToken(number: 1))
  }

  @Test("The store learns when a context begins to use it, and when it is gone")
  func states() throws {
    let container = try open()
    do {
      let context = ModelContext(container)
      #expect(script.states.isEmpty)
      _ = try context.fetch(FetchDescriptor<Buoy>())
      #expect(script.states == [context.editingState.id])
    }
    #expect(script.states.isEmpty)
  }

  @Test("Without erase() of its own, a store is emptied object by object")
  func erase() throws {
    try seed([1, 2])
    let container = try open()
    try container.erase()
    #expect(script.snapshots.isEmpty)
    #expect(script.calls == ["fetch", "save +0 ~0 -2"])
  }
}
