public import Foundation

/// The error as Foundation's `NSError`. `error as NSError` has the domain `SwiftData.SwiftDataError`, a code
/// that does not change between releases, and the explanation as its `localizedDescription`.
///
/// The code of ``SwiftDataError/loadIssueModelContainer`` is 1, as in Apple's framework.
/// Documentation/Compatibility.md lists the codes.
extension SwiftDataError: CustomNSError, LocalizedError {
  /// The domain `SwiftData.SwiftDataError`.
  public static var errorDomain: String { "SwiftData.SwiftDataError" }
  /// The number of the error's code. Documentation/Compatibility.md lists the numbers.
  public var errorCode: Int { code.number }
  /// The explanation of this error: what happened, to what, and what to do.
  public var errorDescription: String? { explanation.isEmpty ? description : explanation }

  /// The explanation and the underlying error, for `NSError`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? description]
    if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
    return info
  }
}

extension SwiftDataError.Code {
  /// The number of the code in an `NSError`. A number is never reassigned to another code.
  fileprivate var number: Int {
    switch self {
    case .loadIssueModelContainer: 1
    case .includePendingChangesWithBatchSize: 2
    case .unsupportedPredicate: 3
    case .unsupportedKeyPath: 4
    case .sortingPendingChangesWithIdentifiers: 5
    case .unsupportedSortDescriptor: 6
    case .duplicateConfiguration: 7
    case .configurationFileNameTooLong: 8
    case .configurationFileNameContainsInvalidCharacters: 9
    case .configurationSchemaNotFoundInContainerSchema: 10
    case .modelValidationFailure: 11
    case .missingModelContext: 12
    case .backwardMigration: 13
    case .unknownSchema: 14
    case .historyTokenExpired: 15
    case .invalidTransactionFetchRequest: 16
    case .unknownDataStoreSchema: 17
    // The codes that only Perennial has.
    case .storeFailure: 101
    case .readOnlyStore: 102
    case .modelInAnotherContext: 103
    case .unsupportedFeature: 104
    case .migrationFailure: 105
    case .invalidMigrationPlan: 106
    case .mergeConflict: 107
    case .partialSave: 108
    case .missingExternalFile: 109
    case .missingModelHandler: 110
    case .backupFailure: 111
    case .invalidBackup: 112
    case .incompatibleBackup: 113
    }
  }
}
