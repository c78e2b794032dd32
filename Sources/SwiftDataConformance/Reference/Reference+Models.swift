extension Reference {
  static let models = [
    ReferenceTable(
      "PersistentModel", suite: "PersistentModelConformance",
      lines: """
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
        """),
    ReferenceTable(
      "BackingData", suite: "BackingDataConformance",
      lines: """
        BackingData
        BackingData.Model
        BackingData.init(for:)
        BackingData.persistentModelID
        BackingData.metadata
        BackingData.getValue(forKey:)
        BackingData.getTransformableValue(forKey:)
        BackingData.setValue(forKey:to:)
        BackingData.setTransformableValue(forKey:to:)
        """),
    ReferenceTable(
      "RelationshipCollection", suite: "RelationshipCollectionConformance",
      lines: """
        RelationshipCollection
        RelationshipCollection.PersistentElement
        """),
    ReferenceTable(
      "PersistentIdentifier", suite: "PersistentIdentifierConformance",
      lines: """
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

  static let inheritance = [
    ReferenceTable(
      "Inheritance", suite: "InheritanceConformance",
      lines: """
        PersistentModel.Root
        BackingData._generateCurrentClassBackingData()
        BackingData._superClassBackingData(of:)
        Schema.Entity.subentities
        Schema.Entity.superentityName
        Schema.Entity.superentity | differs | a weak reference: the schema holds its entities
        Schema.Entity.inheritedProperties
        Schema.Entity.inheritedPropertiesByName
        """)
  ]

  static let fetching = [
    ReferenceTable(
      "FetchDescriptor", suite: "FetchDescriptorConformance",
      lines: """
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
      lines: """
        FetchResultsCollection
        FetchResultsCollection.startIndex
        FetchResultsCollection.endIndex
        FetchResultsCollection.subscript(_:)
        """),
    ReferenceTable(
      "Foundation and Observation", suite: "FoundationConformance",
      lines: """
        Predicate.init(all:)
        Predicate.init(any:)
        """),
  ]
}
