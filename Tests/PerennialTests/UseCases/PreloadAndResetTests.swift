import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

private struct DefaultsAreDamaged: Error {}

@Suite("UC1 Preload and reset")
@MainActor
struct PreloadAndResetTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func configuration(_ kind: StoreKind) -> ModelConfiguration {
    switch kind {
    case .file: ModelConfiguration(url: directory.file("pantry.store"))
    case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
    }
  }

  private let full = [3, 3, 1]
  private let names = ["Lentils", "Milk", "Rice"]

  @Test(
    "The first launch finds the store empty and inserts the defaults",
    arguments: StoreKind.allCases
  )
  func firstLaunch(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.name) == names)
    #expect(try manager.items().map { $0.shelf?.name } == ["Top", "Fridge", "Top"])
    #expect(!manager.context.hasChanges)
  }

  @Test("The next launch finds what the first one saved, once")
  func secondLaunch() throws {
    do { #expect(try PantryManager(configuration(.file)).counts == full) }
    let manager = try PantryManager(configuration(.file))
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.name) == names)
  }

  @Test("Defaults that the user deleted on purpose do not come back at the next launch")
  func deletionsStay() throws {
    do {
      let manager = try PantryManager(configuration(.file))
      for shelf in try manager.context.fetch(FetchDescriptor<PantryShelf>()) {
        manager.context.delete(shelf)
      }
      try manager.context.save()
      #expect(try manager.counts == [0, 0, 1])
    }
    #expect(try PantryManager(configuration(.file)).counts == [0, 0, 1])
  }

  @Test("A first launch that fails leaves an empty store, and the next one succeeds")
  func failedFirstLaunch() throws {
    #expect(throws: PantryError.self) {
      try PantryManager(configuration(.file)) {
        _ = pantryDefaults()
        throw DefaultsAreDamaged()
      }
    }
    #expect(try PantryManager(configuration(.file)).counts == full)
  }

  @Test(
    "A reset removes edits, additions and deletions, in one save",
    arguments: StoreKind.allCases
  )
  func reset(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    let items = try manager.items()
    items[0].amount = 99
    items[1].tags = ["cold"]
    manager.context.delete(items[2])
    manager.context.insert(PantryItem(name: "Own"))
    try manager.context.save()

    let saves = Journal()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: manager.context,
      queue: nil
    ) { _ in saves.note() }
    try manager.reset()
    NotificationCenter.default.removeObserver(token)

    #expect(saves.count == 1)
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.name) == names)
    #expect(try manager.items().map(\.amount) == [1, 3, 2])
    #expect(try manager.items().allSatisfy { $0.tags.isEmpty })
    #expect(!manager.context.hasChanges)
    let other = ModelContext(manager.container)
    #expect(try other.fetch(FetchDescriptor<PantryItem>()).map(\.amount).sorted() == [1, 2, 3])
  }

  @Test("A reset takes along what was not saved yet", arguments: StoreKind.allCases)
  func resetWithPendingChanges(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    manager.context.autosaveEnabled = false
    let items = try manager.items()
    items[0].amount = 99
    let own = PantryItem(name: "Own")
    manager.context.insert(own)
    manager.context.delete(items[1])
    try manager.reset()
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.amount) == [1, 3, 2])
    #expect(own.modelContext == nil)
    #expect(own.name == "Own")
    #expect(items[0].amount == 99)
  }

  @Test(
    "Objects held over 120 resets stay readable and belong to no context",
    arguments: StoreKind.allCases
  )
  func heldObjects(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    var held: [PantryItem] = []
    var shelves: [PantryShelf] = []
    var identifiers: Set<PersistentIdentifier> = []
    for round in 0..<120 {
      let items = try manager.items()
      #expect(items.map(\.name) == names, "round \(round)")
      for item in items {
        #expect(item.modelContext === manager.context)
        item.amount = round
        item.tags = ["round \(round)", item.aisle.rawValue]
      }
      try manager.context.save()
      held += items
      identifiers.formUnion(items.map(\.persistentModelID))
      shelves += try manager.context.fetch(FetchDescriptor<PantryShelf>())

      if round.isMultiple(of: 2) { try manager.reset() } else { try manager.eraseAndReload() }

      #expect(try manager.counts == full, "round \(round)")
      let other = ModelContext(manager.container)
      #expect(try other.fetchCount(FetchDescriptor<PantryItem>()) == 3, "round \(round)")
    }
    #expect(held.count == 360)
    #expect(identifiers.count == 360)
    for (number, item) in held.enumerated() {
      let round = number / 3
      #expect(item.name == names[number % 3])
      #expect(item.amount == round)
      #expect(item.tags == ["round \(round)", item.aisle.rawValue])
      #expect(item.modelContext == nil)
      #expect(!item.isDeleted)
      #expect(identifiers.contains(item.persistentModelID))
      // May be nil, and may be read.
      _ = item.shelf?.name
    }
    for shelf in shelves {
      #expect(["Top", "Fridge", "Empty"].contains(shelf.name))
      #expect(shelf.modelContext == nil)
      _ = shelf.items.map(\.name)
    }
    #expect(!manager.context.hasChanges)
  }

  @Test("Writing to an object that a reset removed harms nobody", arguments: StoreKind.allCases)
  func writingToHeldObjects(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    let old = try manager.items()
    let shelf = try #require(old[0].shelf)
    try manager.reset()
    old[0].amount = 7
    old[1].tags = ["late"]
    shelf.name = "Gone"
    shelf.items.append(PantryItem(name: "Lost"))
    manager.context.delete(old[2])
    #expect(old[0].amount == 7)
    #expect(old[1].tags == ["late"])
    #expect(!manager.context.hasChanges)
    try manager.context.save()
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.amount) == [1, 3, 2])
  }

  @Test("A reset that fails half-way changes nothing and says why", arguments: StoreKind.allCases)
  func failedReset(_ kind: StoreKind) throws {
    let damage = Journal()
    let manager = try PantryManager(configuration(kind)) {
      let shelves = pantryDefaults()
      if damage.count == 1 { throw DefaultsAreDamaged() }
      return shelves
    }
    let items = try manager.items()
    items[0].amount = 42
    try manager.context.save()
    damage.note("done")
    let error = #expect(throws: PantryError.self) { try manager.reset() }
    guard case .notReset(let reason)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(reason is DefaultsAreDamaged)
    #expect(!manager.context.hasChanges)
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.amount) == [42, 3, 2])
    #expect(try manager.items().first === items[0])
    #expect(items[0].modelContext === manager.context)
    #expect(items[0].shelf?.name == "Top")
    damage.note("repaired")
    try manager.reset()
    #expect(try manager.items().map(\.amount) == [1, 3, 2])
  }

  @Test("A reset of a read-only store throws a typed error, and everything is as it was")
  func readOnlyReset() throws {
    do { _ = try PantryManager(configuration(.file)) }
    let manager = try PantryManager(
      ModelConfiguration(url: directory.file("pantry.store"), allowsSave: false)
    )
    let items = try manager.items()
    let error = #expect(throws: PantryError.self) { try manager.reset() }
    guard case .notReset(let reason)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(reason as? SwiftDataError == .readOnlyStore)
    #expect(try manager.counts == full)
    #expect(try manager.items().map(\.name) == names)
    #expect(items.map(\.name) == names)
  }

  @Test("Whoever observes an object learns that a reset took it", arguments: StoreKind.allCases)
  func observersOfRemovedObjects(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    let item = try #require(try manager.items().first)
    let calls = Journal()
    withObservationTracking {
      _ = item.amount
    } onChange: {
      calls.note()
    }
    try manager.eraseAndReload()
    // The changes of the erasing context are merged no later than at the next read.
    #expect(try manager.counts == full)
    #expect(calls.count == 1)
    #expect(item.modelContext == nil)
  }

  @Test(
    "A live list goes on after resets, and new objects are observed",
    arguments: StoreKind.allCases
  )
  func liveList(_ kind: StoreKind) throws {
    let manager = try PantryManager(configuration(kind))
    let list = try PantryList(manager.context)
    defer { list.close() }
    for _ in 0..<10 {
      try manager.reset()
      #expect(list.names == names)
      manager.context.insert(PantryItem(name: "Apples"))
      try manager.context.save()
      #expect(list.names == ["Apples"] + names)
      let rice = try #require(try manager.items().last)
      let calls = Journal()
      withObservationTracking {
        _ = rice.amount
      } onChange: {
        calls.note()
      }
      rice.amount += 1
      #expect(calls.count == 1)
      try manager.context.save()
    }
    #expect(list.updates >= 31)
  }

  @Test("The variant with a backup puts the store back if the reset fails")
  func backup() throws {
    let pantry = try BackedUpPantry(url: directory.file("guarded.store"))
    for shelf in pantryDefaults() { pantry.container.mainContext.insert(shelf) }
    try pantry.container.mainContext.save()
    let held = try pantry.container.mainContext.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\PantryItem.name)])
    )
    held[0].amount = 77
    try pantry.container.mainContext.save()

    #expect(throws: PantryError.self) {
      try pantry.reset {
        throw DefaultsAreDamaged()
      }
    }
    let restored = try pantry.container.mainContext.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\PantryItem.name)])
    )
    #expect(restored.map(\.name) == names)
    #expect(restored.map(\.amount) == [77, 3, 2])
    #expect(restored.map { $0.shelf?.name } == ["Top", "Fridge", "Top"])
    // The objects of the container before are readable all the same.
    #expect(held.map(\.name) == names)
    #expect(held.map(\.amount) == [77, 3, 2])

    try pantry.reset(defaults: pantryDefaults)
    let context = pantry.container.mainContext
    #expect(try context.fetchCount(FetchDescriptor<PantryItem>()) == 3)
    #expect(restored.map(\.amount) == [77, 3, 2])
    #expect(restored.allSatisfy { $0.modelContext == nil })
  }
}
