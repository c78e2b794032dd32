import PerennialUI
import SwiftData
import SwiftUI
import Testing

/// Views in previews and tests may be evaluated without a container. The use of their context must not
/// end the program then.
@Suite("Without a container")
@MainActor
struct NoContainerTests {
  private let context = ModelContext(EnvironmentValues().modelContext.container)

  @Test("The context of the environment has no models, and is always the same")
  func environment() {
    let context = EnvironmentValues().modelContext
    #expect(context == EnvironmentValues().modelContext)
    #expect(context.container.schema.entities.isEmpty)
    #expect(!context.hasChanges)
  }

  @Test("What asks for objects throws")
  func fetching() {
    var descriptor = FetchDescriptor<Dish>()
    descriptor.includePendingChanges = false
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(descriptor) }
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(descriptor, batchSize: 10) }
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetchCount(descriptor) }
    #expect(throws: SwiftDataError.unknownSchema) { try context.fetchIdentifiers(descriptor) }
    #expect(throws: SwiftDataError.unknownSchema) { try context.enumerate(descriptor) { _ in } }
    #expect(throws: SwiftDataError.unknownSchema) { try context.delete(model: Dish.self) }
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.update(model: Dish.self, setting: [.set(\.price, to: 1)])
    }
    #expect(throws: SwiftDataError.unknownSchema) {
      try ResultsObserver<Dish, Never>(fetchDescriptor: descriptor, modelContext: context)
    }
  }

  @Test("What is inserted cannot be saved")
  func inserting() throws {
    let soup = Dish("soup")
    context.insert(soup)
    #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    context.rollback()
    try context.save()
    context.delete(soup)
    soup.name = "bisque"
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.transaction { context.insert(soup) }
    }
    context.rollback()
    context.undoManager = UndoManager()
    context.insert(Dish("stew"))
    context.undoManager?.undo()
    context.rollback()
    #expect(context.insertedModelsArray.isEmpty)
  }

  @Test("Objects of other contexts are not known")
  func foreign() throws {
    let soup = Dish("soup")
    let kitchen = try kitchen(with: soup)
    let identifier = soup.persistentModelID
    #expect(context.registeredModel(for: identifier) as Dish? == nil)
    #expect(throws: SwiftDataError.unknownSchema) { try context.existingModel(for: identifier) }
    #expect(context.model(for: identifier).modelContext == nil)
    context.delete(soup)
    #expect(throws: SwiftDataError.modelInAnotherContext) { try context.save() }
    context.rollback()
    #expect(try kitchen.mainContext.fetchCount(FetchDescriptor<Dish>()) == 1)
  }

  @Test("Nothing can be erased, refreshed or told of")
  func stores() throws {
    try context.container.erase()
    context.container.deleteAllData()
    try context.refreshAllObjects()
    context.processPendingChanges()
    #expect(context.container.migrationReports.isEmpty)
    #expect(context.container.storeIdentifier(forConfigurationNamed: "default") == nil)
    // Its stores, none, keep no history.
    let history = HistoryDescriptor<DefaultHistoryTransaction>()
    #expect(throws: SwiftDataError.unsupportedFeature) { try context.fetchHistory(history) }
    #expect(throws: SwiftDataError.unsupportedFeature) { try context.deleteHistory(history) }
  }
}
