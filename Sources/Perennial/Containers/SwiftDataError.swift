/// An error of the framework: a code, by which programs tell errors apart, and an explanation for
/// people.
///
/// ```swift
/// do {
///   try context.save()
/// } catch SwiftDataError.modelValidationFailure {
///   …
/// }
/// ```
///
/// Errors are equal if their codes are; ``explanation`` and ``identifiers`` tell what happened to
/// whom.
public struct SwiftDataError: Error, Hashable {
  enum Code: String, CaseIterable {
    case includePendingChangesWithBatchSize, unsupportedPredicate, unsupportedKeyPath
    case sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
    case duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, loadIssueModelContainer
    case modelValidationFailure, missingModelContext, backwardMigration, unknownSchema
    case historyTokenExpired, invalidTransactionFetchRequest, unknownDataStoreSchema
    case storeFailure, readOnlyStore, modelInAnotherContext, unsupportedFeature
    case migrationFailure, invalidMigrationPlan, mergeConflict, partialSave, missingExternalFile
    case missingModelHandler, backupFailure, invalidBackup, incompatibleBackup
  }

  let code: Code
  /// What happened, to what, and what can be done about it.
  public private(set) var explanation = ""
  /// The objects that the error is about.
  public private(set) var identifiers: [PersistentIdentifier] = []
  /// The error that a program's own code threw, where the framework had called it; or a `CocoaError` where a
  /// file, or its directory, cannot be read or written.
  public private(set) var underlyingError: (any Error)?

  /// What a save found that others had written to the same objects; see ``mergeConflict``.
  public private(set) var conflicts: [MergeConflict] = []

  private init(_ code: Code) { self.code = code }

  package func because(
    _ explanation: String, _ identifiers: [PersistentIdentifier] = [],
    underlying: (any Error)? = nil
  ) -> SwiftDataError {
    var error = self
    error.explanation = explanation
    error.identifiers = identifiers
    error.underlyingError = underlying
    return error
  }

  /// An error as one of the framework's.
  ///
  /// - Parameter code: What it is if it is another's.
  static func of(_ error: any Error, else code: SwiftDataError) -> SwiftDataError {
    error as? SwiftDataError ?? code.because("\(error)")
  }

  func naming(_ conflicts: [MergeConflict]) -> SwiftDataError {
    var error = self
    error.conflicts = conflicts
    return error
  }

  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    lhs.code == rhs.code
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError) == lhs
  }
}

extension SwiftDataError {
  /// A batched fetch cannot include changes that are not saved.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// Identifiers cannot be fetched sorted while there are changes that are not saved.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// The container could not open its store.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// An object may not be saved as it is.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// The store has a newer version of the schema than the program.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A model or a store has a schema that the container, or its migration plan, does not know; or a store
  /// has none of the program's entities.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest)
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)

  // Perennial's own.

  /// SQLite could not do what it was asked to: a full disk, a damaged file, a lock held too long.
  public static let storeFailure = SwiftDataError(.storeFailure)
  /// The store was opened with `allowsSave: false`.
  public static let readOnlyStore = SwiftDataError(.readOnlyStore)
  /// An object of one context was given to another.
  public static let modelInAnotherContext = SwiftDataError(.modelInAnotherContext)
  /// Others have written to the objects of a save, and the context's ``MergePolicy`` is
  /// ``MergePolicy/error``. ``conflicts`` lists both values. The changes stay pending.
  public static let mergeConflict = SwiftDataError(.mergeConflict)
  /// A save over several stores was written to some of them, when the next one could not commit.
  /// ``identifiers`` names the objects that were written; the changes of the others stay pending. Or
  /// some of several stores were erased.
  public static let partialSave = SwiftDataError(.partialSave)
  /// A store could not be brought to the container's schema. It is as it was.
  public static let migrationFailure = SwiftDataError(.migrationFailure)
  /// A `SchemaMigrationPlan` contradicts itself: a version twice, two versions with the same models. Or it
  /// has a gap between the version of a store and that of the container.
  public static let invalidMigrationPlan = SwiftDataError(.invalidMigrationPlan)
  /// A file beside a store, which holds the value of an attribute with external storage, is not there,
  /// or has something else in it.
  public static let missingExternalFile = SwiftDataError(.missingExternalFile)
  /// A backup could not be made: a full disk, a directory that may not be written, a place that is
  /// taken. There is none at the place where it was to be.
  public static let backupFailure = SwiftDataError(.backupFailure)
  /// A backup is damaged or not whole, or there is none.
  public static let invalidBackup = SwiftDataError(.invalidBackup)
  /// A backup is of other stores or models than those that it was to be restored to, or was made by a
  /// later version of the framework.
  public static let incompatibleBackup = SwiftDataError(.incompatibleBackup)
  /// A view asked for a model actor, and nobody said how it is made.
  public static let missingModelHandler = SwiftDataError(.missingModelHandler)
  /// Something that this version does not do; see Documentation/Compatibility.md.
  public static let unsupportedFeature = SwiftDataError(.unsupportedFeature)
}

extension SwiftDataError: CustomStringConvertible {
  public var description: String {
    explanation.isEmpty ? code.rawValue : "\(code.rawValue): \(explanation)"
  }
}
