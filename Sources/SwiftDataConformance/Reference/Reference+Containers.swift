extension Reference {
  static let containers = ReferenceTable.tables(
    """
    ModelContainer | ModelContainerConformance
    ModelContainer
    ModelContainer.schema
    ModelContainer.migrationPlan
    ModelContainer.configurations | differs | cannot be set; custom stores' are not among them
    ModelContainer.mainContext
    ModelContainer.init(for:migrationPlan:configurations:)
    ModelContainer.init(for:configurations:)
    ModelContainer.deleteAllData()
    ModelContainer.erase() | differs | the container, its contexts and held objects stay usable
    ModelContainer.storeIdentifier(forConfigurationNamed:)
    ModelContainer.configurationName(forStoreIdentifier:)
    ModelContainer.==

    ModelConfiguration | ModelConfigurationConformance
    ModelConfiguration
    ModelConfiguration.url
    ModelConfiguration.name
    ModelConfiguration.groupAppContainerIdentifier
    ModelConfiguration.cloudKitContainerIdentifier
    ModelConfiguration.groupContainer
    ModelConfiguration.cloudKitDatabase | differs | recorded, no effect off Apple's platforms
    ModelConfiguration.schema
    ModelConfiguration.allowsSave
    ModelConfiguration.isStoredInMemoryOnly
    ModelConfiguration.id
    ModelConfiguration.init(isStoredInMemoryOnly:)
    ModelConfiguration.init(for:isStoredInMemoryOnly:)
    ModelConfiguration.init(_:schema:isStoredInMemoryOnly:allowsSave:groupContainer:cloudKitDatabase:)
    ModelConfiguration.init(_:schema:url:allowsSave:cloudKitDatabase:)
    ModelConfiguration.Store
    ModelConfiguration.validate()
    ModelConfiguration.debugDescription
    ModelConfiguration.CloudKitDatabase
    ModelConfiguration.CloudKitDatabase.automatic
    ModelConfiguration.CloudKitDatabase.none
    ModelConfiguration.CloudKitDatabase.private(_:)
    ModelConfiguration.GroupContainer
    ModelConfiguration.GroupContainer.automatic
    ModelConfiguration.GroupContainer.none
    ModelConfiguration.GroupContainer.identifier(_:) | differs | a directory of that name off Apple's platforms

    Migration | MigrationConformance
    VersionedSchema
    VersionedSchema.models
    VersionedSchema.versionIdentifier
    SchemaMigrationPlan
    SchemaMigrationPlan.schemas
    SchemaMigrationPlan.stages
    MigrationStage
    MigrationStage.lightweight(fromVersion:toVersion:)
    MigrationStage.custom(fromVersion:toVersion:willMigrate:didMigrate:)

    Errors | ErrorConformance
    SwiftDataError
    SwiftDataError.includePendingChangesWithBatchSize
    SwiftDataError.unsupportedPredicate
    SwiftDataError.unsupportedKeyPath
    SwiftDataError.sortingPendingChangesWithIdentifiers
    SwiftDataError.unsupportedSortDescriptor
    SwiftDataError.duplicateConfiguration
    SwiftDataError.configurationFileNameTooLong
    SwiftDataError.configurationFileNameContainsInvalidCharacters
    SwiftDataError.configurationSchemaNotFoundInContainerSchema
    SwiftDataError.loadIssueModelContainer
    SwiftDataError.modelValidationFailure
    SwiftDataError.missingModelContext
    SwiftDataError.backwardMigration
    SwiftDataError.unknownSchema
    SwiftDataError.historyTokenExpired
    SwiftDataError.invalidTransactionFetchRequest
    SwiftDataError.unknownDataStoreSchema
    SwiftDataError.~=
    DataStoreError
    DataStoreError.unsupportedFeature
    DataStoreError.preferInMemoryFilter
    DataStoreError.preferInMemorySort
    DataStoreError.invalidPredicate
    """)
}
