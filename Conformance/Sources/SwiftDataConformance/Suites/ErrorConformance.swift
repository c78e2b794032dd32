import Foundation
import SwiftData
import Testing

/// `SwiftDataError` and `DataStoreError`: the names of the errors, and catching them by pattern.
///
/// Errors with different names are not equal. `catch SwiftDataError.unknownSchema` catches only that
/// error. A container refuses a configuration whose schema it does not have, when it is created.
@Suite("Conformance: errors")
struct ErrorConformance {
  static let all: [SwiftDataError] = [
    .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
    .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .duplicateConfiguration,
    .configurationFileNameTooLong, .configurationFileNameContainsInvalidCharacters,
    .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
    .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
    .historyTokenExpired, .invalidTransactionFetchRequest, .unknownDataStoreSchema,
  ]

  @Test("Errors are told apart, and caught by pattern")
  func patterns() {
    #expect(Set(Self.all).count == Self.all.count)
    for error in Self.all {
      let thrown: any Error = error
      #expect(error ~= thrown)
      #expect(!(SwiftDataError.unsupportedPredicate ~= thrown) || error == .unsupportedPredicate)
    }
    do {
      throw SwiftDataError.unknownSchema as any Error
    } catch SwiftDataError.unknownSchema {
      // The usual pattern in programs.
    } catch {
      Issue.record("not caught by its pattern: \(error)")
    }
  }

  @Test("What stores throw")
  func storeErrors() {
    let errors: Set<DataStoreError> = [
      .unsupportedFeature, .preferInMemoryFilter, .preferInMemorySort, .invalidPredicate,
    ]
    #expect(errors.count == 4)
  }

  @Test("A schema that a configuration lists and the container does not have")
  func unknownSchema() {
    let configuration = ModelConfiguration(for: Summit.self, isStoredInMemoryOnly: true)
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(for: Schema([Cache.self]), configurations: [configuration])
    }
  }
}
