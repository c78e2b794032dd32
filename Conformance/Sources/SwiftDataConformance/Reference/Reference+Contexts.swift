extension Reference {
  static let contexts = ReferenceTable.tables(
    """
    ModelContext | ModelContextConformance
    ModelContext
    ModelContext: init(_:), container
    ModelContext.autosaveEnabled | differs | a context that belongs to no actor saves when it is next used, when it is released, and when the program ends
    ModelContext: hasChanges, insertedModelsArray, changedModelsArray, deletedModelsArray
    ModelContext: undoManager, author, editingState, insert(_:), delete(_:)
    ModelContext.delete(model:where:includeSubclasses:) | differs | done at once, with delete rules; held objects learn of it
    ModelContext.model(for:) | differs | a blank object instead of a trap where there is no row
    ModelContext: registeredModel(for:), fetch(_:), fetch(_:batchSize:), fetchCount(_:)
    ModelContext: fetchIdentifiers(_:), fetchIdentifiers(_:batchSize:)
    ModelContext: enumerate(_:batchSize:allowEscapingMutations:block:), save(), rollback()
    ModelContext: processPendingChanges()
    ModelContext.transaction(block:) | differs | what a throwing block did is undone
    ModelContext: willSave, didSave, fetchHistory(_:), deleteHistory(_:), ==

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
    ModelActor: modelContainer, modelExecutor, unownedExecutor, modelContext, subscript(_:as:)
    ModelExecutor
    ModelExecutor.modelContext
    SerialModelExecutor
    DefaultSerialModelExecutor | differs | jobs run on a queue of its own, never on the main thread
    DefaultSerialModelExecutor: modelContext, init(modelContext:), enqueue(_:)
    DefaultSerialModelExecutor: asUnownedSerialExecutor()
    """)
}
