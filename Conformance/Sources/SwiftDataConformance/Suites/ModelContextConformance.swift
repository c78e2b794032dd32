import Foundation
import SwiftData
import Testing

/// Contexts: inserting, changing, deleting, fetching, saving, rolling back, transactions and undo.
///
/// This is the largest suite, because programs use contexts most. Among other behaviours it pins:
///
/// - a context has one object for a row, so that two fetches return the same reference;
/// - a save becomes visible in the objects of other contexts;
/// - a unique value updates the row that has it, instead of failing;
/// - `willSave` and `didSave` are posted with the context as their object.
@Suite("Conformance: ModelContext")
struct ModelContextConformance {
  @Test("A new context")
  func state() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    #expect(context == context)
    #expect(context != ModelContext(container))
    #expect(context.container == container)
    #expect(!context.autosaveEnabled)
    context.autosaveEnabled = true
    context.autosaveEnabled = false
    #expect(!context.hasChanges)
    #expect(context.undoManager == nil)
    #expect(context.author == nil)
    context.author = "me"
    #expect(context.editingState.author == "me")
    context.processPendingChanges()
  }

  @Test("Inserting, changing, deleting", arguments: Stage.allCases)
  func changes(stage: Stage) throws {
    try inDirectory { directory in
      let container = try stage.container(directory)
      let context = ModelContext(container)
      let expedition = Expedition("Eiger", 1938)
      expedition.camps = [Camp("one", 2000), Camp("two", 3000)]
      context.insert(expedition)
      // All reachable objects are inserted.
      #expect(context.insertedModelsArray.count == 3)
      #expect(context.hasChanges)
      try context.save()
      #expect(!context.hasChanges)

      expedition.year = 1939
      #expect(context.changedModelsArray.count == 1)
      context.rollback()
      #expect(expedition.year == 1938)

      context.delete(expedition)
      #expect(context.deletedModelsArray.contains { $0 === expedition })
      #expect(expedition.isDeleted)
      #expect(try context.all(Expedition.self).isEmpty)
      context.rollback()
      #expect(
        try context.all(Camp.self, by: SortDescriptor(\.name)).map(\.altitude) == [2000, 3000])

      context.delete(expedition)
      try context.save()
      #expect(!expedition.isDeleted)
      #expect(expedition.modelContext == nil)
      // The delete rule has deleted the camps.
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Camp>()) == 0)
    }
  }

  @Test("Saved objects are in the store when it is opened again", arguments: [Stage.file, .json])
  func persistence(stage: Stage) throws {
    try inDirectory { directory in
      let when = Date(timeIntervalSinceReferenceDate: 123_456.789)
      do {
        let context = ModelContext(try stage.container(directory))
        let expedition = Expedition("Nanga Parbat", 1953)
        expedition.start = when
        expedition.notes = ["alone", "at night"]
        expedition.camps = [Camp("base"), Camp("high")]
        expedition.climbers = [Climber("Hermann")]
        expedition.climbers[0].grade = .leader
        expedition.climbers[0].gear = Climber.Gear(ropes: 2, brand: nil)
        expedition.camps[0].map = Data([1, 2, 3])
        try context.add(expedition)
      }
      let context = ModelContext(try stage.container(directory))
      let expedition = try #require(try context.all(Expedition.self).first)
      #expect(expedition.start == when)
      #expect(expedition.notes == ["alone", "at night"])
      #expect(Set(expedition.camps.map(\.name)) == ["base", "high"])
      #expect(expedition.camps.allSatisfy { $0.expedition === expedition })
      #expect(expedition.camps.first { $0.name == "base" }?.map == Data([1, 2, 3]))
      #expect(expedition.climbers.first?.grade == .leader)
      #expect(expedition.climbers.first?.gear == Climber.Gear(ropes: 2, brand: nil))
      #expect(expedition.climbers.first?.expeditions.first === expedition)
      deviation("To-many relationships keep their order") {
        #expect(expedition.camps.map(\.name) == ["base", "high"])
      }
    }
  }

  @Test("Fetching, counting, identifiers, batches", arguments: Stage.allCases)
  func fetching(stage: Stage) throws {
    try stage.with { context in
      for height in [4, 2, 5, 1, 3] { context.insert(Summit("S\(height)", height)) }
      #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
        try context.fetch(FetchDescriptor<Summit>(), batchSize: 2)
      }
      #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
        try context.fetchIdentifiers(FetchDescriptor<Summit>(sortBy: [SortDescriptor(\.height)]))
      }
      try context.save()
      var high = FetchDescriptor<Summit>(
        predicate: #Predicate { $0.height > 2 }, sortBy: [SortDescriptor(\.height)])
      #expect(try context.fetch(high).map(\.height) == [3, 4, 5])
      #expect(try context.fetchCount(high) == 3)
      let identifiers = try context.fetchIdentifiers(high)
      #expect(
        identifiers.compactMap { context.model(for: $0) as? Summit }.map(\.height) == [3, 4, 5])
      high.includePendingChanges = false
      #expect(try context.fetch(high, batchSize: 2).map(\.height) == [3, 4, 5])
      #expect(Array(try context.fetchIdentifiers(high, batchSize: 2)) == identifiers)
      var seen: [Int] = []
      try context.enumerate(
        high, batchSize: 2, allowEscapingMutations: false,
        block: { summit in seen.append(summit.height) })
      #expect(seen == [3, 4, 5])
    }
  }

  @Test("One object for one row", arguments: Stage.allCases)
  func identity(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Lenzspitze")
      try context.add(summit)
      let identifier = summit.persistentModelID
      #expect(try context.all(Summit.self).first === summit)
      #expect(context.model(for: identifier) === summit)
      let registered: Summit? = context.registeredModel(for: identifier)
      #expect(registered === summit)
      let other = context.another
      let unknown: Summit? = other.registeredModel(for: identifier)
      #expect(unknown == nil)
      #expect((other.model(for: identifier) as? Summit)?.name == "Lenzspitze")
    }
  }

  @Test("A model for an identifier without a row")
  func missingModel() throws {
    let context = ModelContext(try memoryContainer())
    let summit = Summit("gone", 9)
    try context.add(summit)
    let identifier = summit.persistentModelID
    context.delete(summit)
    try context.save()
    deviation("A blank object that belongs nowhere, instead of a trap") {
      let blank = context.model(for: identifier) as? Summit
      #expect(blank?.modelContext == nil)
      #expect(blank?.height == 0)
    }
  }

  @Test("Transactions", arguments: Stage.allCases)
  func transaction(stage: Stage) throws {
    try stage.with { context in
      try context.transaction(block: { context.insert(Summit("Täschhorn")) })
      #expect(try context.another.fetchCount(FetchDescriptor<Summit>()) == 1)
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try context.transaction {
          context.insert(Summit("Alphubel"))
          throw Stop()
        }
      }
      try deviation("The changes of a block that throws are undone") { () throws in
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Summit>()) == 1)
      }
    }
  }

  @Test("Deleting sets", arguments: Stage.allCases)
  func batchDelete(stage: Stage) throws {
    try stage.with { context in
      for height in 1...4 { context.insert(Summit("\(height)", height)) }
      try context.save()
      try context.delete(
        model: Summit.self, where: #Predicate { $0.height < 3 }, includeSubclasses: true)
      #expect(try context.all(Summit.self, by: SortDescriptor(\.height)).map(\.height) == [3, 4])
      try context.delete(model: Summit.self)
      try context.save()
      #expect(try context.another.fetchCount(FetchDescriptor<Summit>()) == 0)
    }
  }

  @Test("Unique values update the row that has them", arguments: [Stage.file, .memory, .json])
  func upsert(stage: Stage) throws {
    try stage.with { context in
      try context.add(Expedition("Annapurna", 1950))
      try context.add(Expedition("Annapurna", 1970))
      #expect(try context.another.all(Expedition.self).map(\.year) == [1970])
    }
  }

  @Test("Saves reach the objects of other contexts", arguments: Stage.allCases)
  func merging(stage: Stage) throws {
    try stage.with { one in
      let two = one.another
      let summit = Summit("Weisshorn", 4505)
      try one.add(summit)
      let twin = try #require(try two.all(Summit.self).first)
      summit.height = 4506
      try one.save()
      #expect(try two.all(Summit.self).map(\.height) == [4506])
      #expect(twin.height == 4506)
    }
  }

  @Test("History by way of the context")
  func history() throws {
    let context = ModelContext(try memoryContainer())
    context.author = "a"
    try context.add(Summit("Rimpfischhorn"))
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    #expect(try context.fetchHistory(descriptor).map(\.author) == ["a"])
    try context.deleteHistory(descriptor)
    #expect(try context.fetchHistory(descriptor).isEmpty)
  }

  @Test("Undo and redo", arguments: Stage.allCases)
  func undo(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Fletschhorn", 1)
      try context.add(summit)
      let manager = UndoManager()
      manager.groupsByEvent = false
      context.undoManager = manager
      manager.beginUndoGrouping()
      summit.height = 3985
      context.processPendingChanges()
      manager.endUndoGrouping()
      manager.undo()
      #expect(summit.height == 1)
      manager.redo()
      #expect(summit.height == 3985)
      context.undoManager = nil
    }
  }

  @Test("Notifications of a save")
  func notifications() throws {
    let context = ModelContext(try memoryContainer())
    nonisolated(unsafe) var posted: [Notification.Name] = []
    let names = [ModelContext.willSave, ModelContext.didSave]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
        nonisolated(unsafe) let notification = $0
        posted.append(notification.name)
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try context.add(Summit("Strahlhorn"))
    #expect(posted == names)
  }
}
