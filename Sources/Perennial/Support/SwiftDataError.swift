/// An error of the framework: a code that programs can match, and an explanation for people.
///
/// ```swift
/// do {
///   try context.save()
/// } catch SwiftDataError.modelValidationFailure {
///   …
/// }
/// ```
///
/// Errors are equal if their codes are equal. ``explanation`` and ``identifiers`` describe the failure and
/// the affected objects.
public struct SwiftDataError: Error, Hashable {
  /// The raw value is the number of the code in an `NSError`. A number is never reassigned to another code.
  enum Code: Int, CaseIterable {
    case loadIssueModelContainer = 1, includePendingChangesWithBatchSize, unsupportedPredicate
    case unsupportedKeyPath, sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
    case duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, modelValidationFailure, missingModelContext
    case backwardMigration, unknownSchema, historyTokenExpired, invalidTransactionFetchRequest
    case unknownDataStoreSchema
    case storeFailure = 101, readOnlyStore, modelInAnotherContext, unsupportedFeature
    case migrationFailure, invalidMigrationPlan, mergeConflict, partialSave, missingExternalFile
    case missingModelHandler, backupFailure, invalidBackup, incompatibleBackup
  }

  let code: Code
  /// A text that says what happened, to what, and what to do.
  public private(set) var explanation = ""
  /// The identifiers of the affected objects.
  public private(set) var identifiers: [PersistentIdentifier] = []
  /// The error that the program's own code threw when the framework called it; or a `CocoaError` if a file,
  /// or its directory, cannot be read or written.
  public private(set) var underlyingError: (any Error)?

  /// The conflicts of a save with remote changes to the same objects; see ``mergeConflict``.
  public private(set) var conflicts: [MergeConflict] = []

  /// `true` if another connection to the file held a lock for longer than the store waits, ten seconds. Nothing was
  /// written. The same call may succeed later.
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let error as SwiftDataError where error.isLocked {
  ///   print("Another process is writing. Save again later.")
  /// }
  /// ```
  public private(set) var isLocked = false

  private init(_ code: Code) { self.code = code }

  /// Returns the error for a file in a format that is newer than the newest one known.
  func newerFormat(_ format: Int, than known: Int, _ path: String) -> SwiftDataError {
    because(
      """
      \(path) has format \(format); this version of the framework reads up to \(known). Update the \
      program.
      """)
  }

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

  /// Returns an error as an error of the framework.
  ///
  /// - Parameter code: The code for an error of another type.
  static func of(_ error: any Error, else code: SwiftDataError) -> SwiftDataError {
    error as? SwiftDataError ?? code.because("\(error)")
  }

  func locked(_ isLocked: Bool) -> SwiftDataError {
    var error = self
    error.isLocked = isLocked
    return error
  }

  func naming(_ conflicts: [MergeConflict]) -> SwiftDataError {
    var error = self
    error.conflicts = conflicts
    return error
  }

  /// Returns `true` if both errors have the same code. Explanations are not compared.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    lhs.code == rhs.code
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Returns `true` if an error of any type has the code of a ``SwiftDataError``. Used by `catch`.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError) == lhs
  }
}

extension SwiftDataError {
  /// A batched fetch cannot include unsaved changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// A predicate has an expression that this framework cannot evaluate.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// A key path does not lead to a stored property.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// Identifiers cannot be fetched sorted while there are unsaved changes.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// A sort descriptor compares values that cannot be sorted.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  /// Two configurations of a container have the same file, or their stores have the same identifier.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// The name of a configuration is too long for a file name.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// The name of a configuration has characters that a file name may not have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// A configuration has models that the container's schema does not have, or no configuration has one of the
  /// container's models.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// The container could not open its store.
  ///
  /// ```swift
  /// do {
  ///   let container = try ModelContainer(for: Trip.self)
  /// } catch let error as SwiftDataError where error == .loadIssueModelContainer {
  ///   print(error.explanation)
  /// }
  /// ```
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// An object is not valid and cannot be saved.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// An object belongs to no context.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// The store has a newer version of the schema than the program.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A model or a store has a schema that the container, or its migration plan, does not have; or a store has
  /// none of the program's entities.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The history no longer has the transactions after a token.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// if let token { descriptor.predicate = #Predicate { $0.token > token } }
  /// do {
  ///   print(try context.fetchHistory(descriptor).count)
  /// } catch SwiftDataError.historyTokenExpired {
  ///   print("Read all objects again.")
  /// }
  /// ```
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  /// The predicate or order of a ``HistoryDescriptor`` cannot be evaluated.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest)
  /// A custom store has models that the container's schema does not have.
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)

  // The codes that only Perennial has.

  /// SQLite could not carry out an operation: a full disk, a damaged file, a lock that was held too long.
  public static let storeFailure = SwiftDataError(.storeFailure)
  /// The store was opened with `allowsSave: false`.
  public static let readOnlyStore = SwiftDataError(.readOnlyStore)
  /// An object of one context was given to another context.
  public static let modelInAnotherContext = SwiftDataError(.modelInAnotherContext)
  /// Remote changes conflict with a save, and the context's ``MergePolicy`` is ``MergePolicy/error``.
  /// ``conflicts`` lists both values. The changes stay pending.
  public static let mergeConflict = SwiftDataError(.mergeConflict)
  /// A save over several stores was written to some of them, but the next one could not commit.
  /// ``identifiers`` has the objects that were written. The changes of the others stay pending. Also thrown
  /// if an erasure or a restoration was committed to only some of several stores.
  public static let partialSave = SwiftDataError(.partialSave)
  /// A store could not be migrated to the container's schema. The store is unchanged.
  public static let migrationFailure = SwiftDataError(.migrationFailure)
  /// A `SchemaMigrationPlan` contradicts itself: it has a version twice, or two versions with the same
  /// models. Or it has a gap between the version of a store and that of the container.
  public static let invalidMigrationPlan = SwiftDataError(.invalidMigrationPlan)
  /// A file beside a store, which holds the value of an attribute with external storage, is missing or has
  /// other contents.
  public static let missingExternalFile = SwiftDataError(.missingExternalFile)
  /// A backup could not be made: a full disk, a directory that is not writable, a destination that exists. No
  /// backup exists at the destination.
  public static let backupFailure = SwiftDataError(.backupFailure)
  /// A backup is damaged, incomplete or missing.
  public static let invalidBackup = SwiftDataError(.invalidBackup)
  /// A backup does not match the stores or models to which it was to be restored, or was made by a later
  /// version of the framework.
  public static let incompatibleBackup = SwiftDataError(.incompatibleBackup)
  /// A view requested a model actor, but no handler that creates it was registered.
  public static let missingModelHandler = SwiftDataError(.missingModelHandler)
  /// A feature that this version does not support; see Documentation/Compatibility.md.
  public static let unsupportedFeature = SwiftDataError(.unsupportedFeature)
}

extension SwiftDataError: CustomStringConvertible {
  public var description: String {
    explanation.isEmpty ? "\(code)" : "\(code): \(explanation)"
  }
}
