extension Reference {
  static let models = [
    ReferenceTable(
      "PersistentModel", suite: "PersistentModelConformance",
      """
      PersistentModel
      PersistentModel.init(backingData:)
      PersistentModel.persistentBackingData
      PersistentModel.schemaMetadata
      PersistentModel.Root
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
      """),
    ReferenceTable(
      "BackingData", suite: "BackingDataConformance",
      """
      BackingData
      BackingData.Model
      BackingData.init(for:)
      BackingData.persistentModelID
      BackingData.metadata
      BackingData.getValue(forKey:)
      BackingData.getTransformableValue(forKey:)
      BackingData.setValue(forKey:to:)
      BackingData.setTransformableValue(forKey:to:)
      BackingData._generateCurrentClassBackingData()
      BackingData._superClassBackingData(of:)
      """),
    ReferenceTable(
      "RelationshipCollection", suite: "RelationshipCollectionConformance",
      """
      RelationshipCollection
      RelationshipCollection.PersistentElement
      """),
    ReferenceTable(
      "PersistentIdentifier", suite: "PersistentIdentifierConformance",
      """
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
      """),
  ]

  static let fetching = [
    ReferenceTable(
      "FetchDescriptor", suite: "FetchDescriptorConformance",
      """
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
      """),
    ReferenceTable(
      "FetchResultsCollection", suite: "FetchResultsCollectionConformance",
      """
      FetchResultsCollection
      FetchResultsCollection.startIndex
      FetchResultsCollection.endIndex
      FetchResultsCollection.subscript(_:)
      """),
    ReferenceTable(
      "Foundation and Observation", suite: "FoundationConformance",
      """
      Predicate.init(all:)
      Predicate.init(any:)
      """),
  ]
}
