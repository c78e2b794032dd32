extension Reference {
  static let contexts = ReferenceTable.tables(
    """
    ModelContext | ModelContextConformance
    ModelContext
    ModelContext.init(_:)
    ModelContext.container
    ModelContext.autosaveEnabled | differs | a context that belongs to no actor saves when it is next used, when it is released, and when the program ends
    ModelContext.hasChanges
    ModelContext.insertedModelsArray
    ModelContext.changedModelsArray
    ModelContext.deletedModelsArray
    ModelContext.undoManager
    ModelContext.author
    ModelContext.editingState
    ModelContext.insert(_:)
    ModelContext.delete(_:)
    ModelContext.delete(model:where:includeSubclasses:) | differs | done at once, with delete rules; held objects learn of it
    ModelContext.model(for:) | differs | a blank object instead of a trap where there is no row
    ModelContext.registeredModel(for:)
    ModelContext.fetch(_:)
    ModelContext.fetch(_:batchSize:)
    ModelContext.fetchCount(_:)
    ModelContext.fetchIdentifiers(_:)
    ModelContext.fetchIdentifiers(_:batchSize:)
    ModelContext.enumerate(_:batchSize:allowEscapingMutations:block:)
    ModelContext.save()
    ModelContext.rollback()
    ModelContext.processPendingChanges()
    ModelContext.transaction(block:) | differs | what a throwing block did is undone
    ModelContext.willSave
    ModelContext.didSave
    ModelContext.fetchHistory(_:)
    ModelContext.deleteHistory(_:)
    ModelContext.==

    ModelContext.NotificationKey | NotificationKeyConformance
    ModelContext.NotificationKey
    ModelContext.NotificationKey.queryGeneration | differs | the key is there, no value is posted
    ModelContext.NotificationKey.invalidatedAllIdentifiers | differs | the key is there, no value is posted
    ModelContext.NotificationKey.insertedIdentifiers | differs | an array
    ModelContext.NotificationKey.updatedIdentifiers | differs | an array
    ModelContext.NotificationKey.deletedIdentifiers | differs | an array
    ModelContext.NotificationKey.historyTokens | differs | a dictionary by store identifier

    Concurrency | ConcurrencyConformance
    ModelActor
    ModelActor.modelContainer
    ModelActor.modelExecutor
    ModelActor.unownedExecutor
    ModelActor.modelContext
    ModelActor.subscript(_:as:)
    ModelExecutor
    ModelExecutor.modelContext
    SerialModelExecutor
    DefaultSerialModelExecutor | differs | jobs run on a queue of its own, never on the main thread
    DefaultSerialModelExecutor.modelContext
    DefaultSerialModelExecutor.init(modelContext:)
    DefaultSerialModelExecutor.enqueue(_:)
    DefaultSerialModelExecutor.asUnownedSerialExecutor()
    """)
}
