extension Reference {
  static let containers = ReferenceTable.tables(
    """
    ModelContainer | ModelContainerConformance
    ModelContainer
    ModelContainer: schema, migrationPlan
    ModelContainer.configurations | differs | cannot be set; custom stores' are not among them
    ModelContainer: mainContext, init(for:migrationPlan:configurations:), init(for:configurations:)
    ModelContainer: deleteAllData()
    ModelContainer.erase() | differs | the container, its contexts and held objects stay usable
    ModelContainer: storeIdentifier(forConfigurationNamed:), configurationName(forStoreIdentifier:)
    ModelContainer: ==

    ModelConfiguration | ModelConfigurationConformance
    ModelConfiguration
    ModelConfiguration: url, name, groupAppContainerIdentifier, cloudKitContainerIdentifier
    ModelConfiguration: groupContainer
    ModelConfiguration.cloudKitDatabase | differs | a private database is synced with a hub that the program has registered; recorded otherwise
    ModelConfiguration: schema, allowsSave, isStoredInMemoryOnly, id, init(isStoredInMemoryOnly:)
    ModelConfiguration: init(for:isStoredInMemoryOnly:)
    ModelConfiguration: init(_:schema:isStoredInMemoryOnly:allowsSave:groupContainer:cloudKitDatabase:)
    ModelConfiguration: init(_:schema:url:allowsSave:cloudKitDatabase:), Store, validate()
    ModelConfiguration: debugDescription, CloudKitDatabase
    ModelConfiguration.CloudKitDatabase: automatic, none, private(_:)
    ModelConfiguration.GroupContainer
    ModelConfiguration.GroupContainer: automatic, none
    ModelConfiguration.GroupContainer.identifier(_:) | differs | a directory of that name off Apple's platforms

    Migration | MigrationConformance
    VersionedSchema
    VersionedSchema: models, versionIdentifier
    SchemaMigrationPlan
    SchemaMigrationPlan: schemas, stages
    MigrationStage
    MigrationStage: lightweight(fromVersion:toVersion:)
    MigrationStage: custom(fromVersion:toVersion:willMigrate:didMigrate:)

    Errors | ErrorConformance
    SwiftDataError
    SwiftDataError: includePendingChangesWithBatchSize, unsupportedPredicate, unsupportedKeyPath
    SwiftDataError: sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
    SwiftDataError: duplicateConfiguration, configurationFileNameTooLong
    SwiftDataError: configurationFileNameContainsInvalidCharacters
    SwiftDataError: configurationSchemaNotFoundInContainerSchema, loadIssueModelContainer
    SwiftDataError: modelValidationFailure, missingModelContext, backwardMigration, unknownSchema
    SwiftDataError: historyTokenExpired, invalidTransactionFetchRequest, unknownDataStoreSchema, ~=
    DataStoreError
    DataStoreError: unsupportedFeature, preferInMemoryFilter, preferInMemorySort, invalidPredicate
    """)
}
