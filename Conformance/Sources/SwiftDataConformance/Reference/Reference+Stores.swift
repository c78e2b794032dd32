extension Reference {
  static let stores = ReferenceTable.tables(
    """
    DataStore | DataStoreConformance | JSONStore | CountingStore
    DataStore
    DataStore: Configuration, Snapshot, identifier, schema, configuration, init(_:migrationPlan:)
    DataStore: fetch(_:), save(_:), erase(), fetchCount(_:), fetchIdentifiers(_:)
    DataStore: initializeState(for:), invalidateState(for:), cachedSnapshots(for:editingState:)
    DataStoreConfiguration
    DataStoreConfiguration: Store, name
    DataStoreConfiguration.schema | differs | set by the container before it makes the store
    DataStoreConfiguration.validate()
    DataStoreSnapshotValue
    DataStoreSnapshot
    DataStoreSnapshot: persistentIdentifier, init(from:relatedBackingDatas:)
    DataStoreSnapshot: copy(persistentIdentifier:remappedIdentifiers:), _applyToBackingData(_:)
    DataStoreSnapshotCodingKey
    DataStoreSnapshotCodingKey: persistentIdentifier, modeledProperty
    DefaultSnapshot
    DefaultSnapshot: persistentIdentifier, init(from:relatedBackingDatas:), init(from:), encode(to:)
    DefaultSnapshot: copy(persistentIdentifier:remappedIdentifiers:)
    DataStoreFetchRequest
    DataStoreFetchRequest.editingState
    DataStoreFetchRequest.descriptor | differs | never has an offset; the limit is greater by it
    DataStoreFetchResult
    DataStoreFetchResult: descriptor, fetchedSnapshots, relatedSnapshots
    DataStoreFetchResult: init(descriptor:fetchedSnapshots:relatedSnapshots:)
    DataStoreSaveChangesRequest
    DataStoreSaveChangesRequest: inserted, updated, deleted, editingState
    DataStoreSaveChangesResult
    DataStoreSaveChangesResult: remappedIdentifiers, storeIdentifier, snapshotsToReregister
    DataStoreSaveChangesResult: historyToken, init(for:remappedIdentifiers:snapshotsToReregister:)
    DataStoreSaveChangesResult: init(for:remappedIdentifiers:snapshotsToReregister:historyToken:)
    DataStoreBatching
    DataStoreBatching.delete(_:) | differs | asked where nothing else changes with the set; otherwise the objects are found and saved as deleted
    DataStoreBatchDeleteRequest
    DataStoreBatchDeleteRequest: editingState, predicate, includeSubclasses
    EditingState
    EditingState: id, author
    DefaultStore
    DefaultStore: init(_:migrationPlan:), name, schema, identifier, configuration, Configuration
    DefaultStore: Snapshot, HistoryType, TokenType, fetch(_:), fetchCount(_:), fetchIdentifiers(_:)
    DefaultStore: save(_:), delete(_:), erase(), initializeState(for:), invalidateState(for:)
    DefaultStore: cachedSnapshots(for:editingState:), fetchHistory(_:), deleteHistory(_:)
    """)

  static let histories = ReferenceTable.tables(
    """
    History | HistoryConformance
    HistoryTransaction
    HistoryTransaction: TokenType, TransactionIdentifier, timestamp, changes, token
    HistoryTransaction: transactionIdentifier, storeIdentifier, author
    HistoryChange
    HistoryChange: insert, update, delete, changedPersistentIdentifier
    HistoryInsert
    HistoryInsert: Model, TransactionIdentifier, ChangeIdentifier, changeIdentifier
    HistoryInsert: transactionIdentifier, changedPersistentIdentifier
    HistoryUpdate
    HistoryUpdate: Model, TransactionIdentifier, ChangeIdentifier, changeIdentifier
    HistoryUpdate: transactionIdentifier, changedPersistentIdentifier, PropertyUpdate
    HistoryUpdate: updatedAttributes
    HistoryDelete
    HistoryDelete: Model, TransactionIdentifier, ChangeIdentifier, changeIdentifier
    HistoryDelete: transactionIdentifier, changedPersistentIdentifier, tombstone
    HistoryToken
    HistoryToken: TokenType, tokenValue, storeIdentifier
    HistoryTombstone
    HistoryTombstone: subscript(_:), Element, Iterator
    HistoryDescriptor
    HistoryDescriptor: predicate, fetchLimit, sortBy, init(predicate:), init(predicate:sortBy:)
    HistoryProviding
    HistoryProviding: HistoryType, historyType, fetchHistory(_:), deleteHistory(_:)
    DefaultHistoryTransaction
    DefaultHistoryTransaction: id, timestamp, changes, token, transactionIdentifier, storeIdentifier
    DefaultHistoryTransaction: author, bundleIdentifier, processIdentifier
    DefaultHistoryInsert
    DefaultHistoryInsert: changeIdentifier, transactionIdentifier, changedPersistentIdentifier
    DefaultHistoryUpdate
    DefaultHistoryUpdate: changeIdentifier, transactionIdentifier, changedPersistentIdentifier
    DefaultHistoryUpdate: updatedAttributes
    DefaultHistoryDelete
    DefaultHistoryDelete: changeIdentifier, transactionIdentifier, changedPersistentIdentifier
    DefaultHistoryDelete: tombstone
    DefaultHistoryToken
    DefaultHistoryToken: id, TokenType, tokenValue, <
    """)

  static let results = ReferenceTable.tables(
    """
    Observers and sections | ResultsConformance
    ResultsSection
    ResultsSection: title, id
    SectionedResults
    SectionedResults: subscript(_:), subscript(sectionTitle:), contains(sectionTitle:)
    SectionedResults: index(ofSectionTitled:), sectionTitles
    ResultsObserver
    ResultsObserver: fetchDescriptor, filterBy, sortBy, results, sections, sectionBy, modelContext
    ResultsObserver: element(at:), indexPath(for:), init(fetchDescriptor:modelContext:isolation:)
    ResultsObserver: init(filterBy:sortBy:modelContext:isolation:)
    ResultsObserver: init(fetchDescriptor:modelContainer:isolation:)
    ResultsObserver: init(filterBy:sortBy:modelContainer:isolation:)
    ResultsObserver: init(fetchDescriptor:sectionBy:modelContext:isolation:)
    ResultsObserver: init(filterBy:sortBy:sectionBy:modelContext:isolation:)
    ResultsObserver: init(fetchDescriptor:sectionBy:modelContainer:isolation:)
    ResultsObserver: init(filterBy:sortBy:sectionBy:modelContainer:isolation:), debugDescription
    HistoryObserver
    HistoryObserver: eventCounter, modelContainer, observedModels, authors
    HistoryObserver: init(historyTokens:observedModels:authors:modelContainer:isolation:)
    """)

  static let macros = ReferenceTable.tables(
    """
    Macros | MacroConformance
    @Model
    @ModelActor
    @Attribute(_:originalName:hashModifier:)
    @Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)
    @Transient | differs | observed too
    #Unique | differs | several of them are accepted
    #Index
    _PersistedProperty
    _TransformablePersistedProperty
    """)
}
