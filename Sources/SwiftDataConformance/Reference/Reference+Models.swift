extension Reference {
  static let models = ReferenceTable.tables(
    """
    PersistentModel | PersistentModelConformance
    PersistentModel
    PersistentModel.init(backingData:)
    PersistentModel.persistentBackingData
    PersistentModel.schemaMetadata
    PersistentModel.createBackingData()
    PersistentModel.getValue(forKey:)
    PersistentModel.getTransformableValue(forKey:)
    PersistentModel.setValue(forKey:to:)
    PersistentModel.setTransformableValue(forKey:to:)
    PersistentModel.modelContext
    PersistentModel.persistentModelID
    PersistentModel.id
    PersistentModel.hasChanges
    PersistentModel.isDeleted
    PersistentModel.== | differs | by identity, unchanged by the first save
    PersistentModel.hash(into:) | differs | by identity, unchanged by the first save

    BackingData | BackingDataConformance
    BackingData
    BackingData.Model
    BackingData.init(for:)
    BackingData.persistentModelID
    BackingData.metadata
    BackingData.getValue(forKey:)
    BackingData.getTransformableValue(forKey:)
    BackingData.setValue(forKey:to:)
    BackingData.setTransformableValue(forKey:to:)

    RelationshipCollection | RelationshipCollectionConformance
    RelationshipCollection
    RelationshipCollection.PersistentElement

    PersistentIdentifier | PersistentIdentifierConformance
    PersistentIdentifier
    PersistentIdentifier.id
    PersistentIdentifier.ID
    PersistentIdentifier.entityName
    PersistentIdentifier.storeIdentifier
    PersistentIdentifier.isTemporary
    PersistentIdentifier.identifier(for:entityName:primaryKey:)
    PersistentIdentifier.< | differs | for objects of one process, the order of their creation
    PersistentIdentifier.== | differs | one taken before the first save equals one taken after it
    PersistentIdentifier.hash(into:)
    PersistentIdentifier.init(from:)
    PersistentIdentifier.encode(to:)
    """)

  static let inheritance = ReferenceTable.tables(
    """
    Inheritance | InheritanceConformance
    PersistentModel.Root
    BackingData._generateCurrentClassBackingData()
    BackingData._superClassBackingData(of:)
    Schema.Entity.subentities
    Schema.Entity.superentityName
    Schema.Entity.superentity | differs | a weak reference: the schema holds its entities
    Schema.Entity.inheritedProperties
    Schema.Entity.inheritedPropertiesByName
    """)

  static let fetching = ReferenceTable.tables(
    """
    FetchDescriptor | FetchDescriptorConformance
    FetchDescriptor
    FetchDescriptor.predicate
    FetchDescriptor.sortBy
    FetchDescriptor.fetchLimit
    FetchDescriptor.fetchOffset
    FetchDescriptor.includePendingChanges
    FetchDescriptor.propertiesToFetch
    FetchDescriptor.relationshipKeyPathsForPrefetching
    FetchDescriptor.init(predicate:sortBy:)
    FetchDescriptor.==

    FetchResultsCollection | FetchResultsCollectionConformance
    FetchResultsCollection
    FetchResultsCollection.startIndex
    FetchResultsCollection.endIndex
    FetchResultsCollection.subscript(_:)

    Foundation and Observation | FoundationConformance
    Predicate.init(all:)
    Predicate.init(any:)
    """)
}
