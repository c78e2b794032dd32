extension Reference {
  static let models = ReferenceTable.tables(
    """
    PersistentModel | PersistentModelConformance
    PersistentModel
    PersistentModel: init(backingData:), persistentBackingData, schemaMetadata, createBackingData()
    PersistentModel: getValue(forKey:), getTransformableValue(forKey:), setValue(forKey:to:)
    PersistentModel: setTransformableValue(forKey:to:), modelContext, persistentModelID, id
    PersistentModel: hasChanges, isDeleted
    PersistentModel.== | differs | by identity, unchanged by the first save
    PersistentModel.hash(into:) | differs | by identity, unchanged by the first save

    BackingData | BackingDataConformance
    BackingData
    BackingData: Model, init(for:), persistentModelID, metadata, getValue(forKey:)
    BackingData: getTransformableValue(forKey:), setValue(forKey:to:)
    BackingData: setTransformableValue(forKey:to:)

    RelationshipCollection | RelationshipCollectionConformance
    RelationshipCollection
    RelationshipCollection.PersistentElement

    PersistentIdentifier | PersistentIdentifierConformance
    PersistentIdentifier
    PersistentIdentifier: id, ID, entityName, storeIdentifier, isTemporary
    PersistentIdentifier: identifier(for:entityName:primaryKey:)
    PersistentIdentifier.< | differs | for objects of one process, the order of their creation
    PersistentIdentifier.== | differs | one taken before the first save equals one taken after it
    PersistentIdentifier: hash(into:), init(from:), encode(to:)
    """)

  static let inheritance = ReferenceTable.tables(
    """
    Inheritance | InheritanceConformance
    PersistentModel.Root
    BackingData: _generateCurrentClassBackingData(), _superClassBackingData(of:)
    Schema.Entity: subentities, superentityName
    Schema.Entity.superentity | differs | a weak reference: the schema holds its entities
    Schema.Entity: inheritedProperties, inheritedPropertiesByName
    """)

  static let fetching = ReferenceTable.tables(
    """
    FetchDescriptor | FetchDescriptorConformance
    FetchDescriptor
    FetchDescriptor: predicate, sortBy, fetchLimit, fetchOffset, includePendingChanges
    FetchDescriptor: propertiesToFetch, relationshipKeyPathsForPrefetching, init(predicate:sortBy:)
    FetchDescriptor: ==

    FetchResultsCollection | FetchResultsCollectionConformance
    FetchResultsCollection
    FetchResultsCollection: startIndex, endIndex, subscript(_:)

    Foundation and Observation | FoundationConformance
    Predicate: init(all:), init(any:)
    """)
}
