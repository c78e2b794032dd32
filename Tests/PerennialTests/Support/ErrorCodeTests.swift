import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial
@testable import PerennialInspection

/// Programs keep these numbers in logs and compare them: none of them may ever change.
@Suite("Errors as NSError")
struct ErrorCodeTests {
  static let codes: [(SwiftDataError, Int)] = [
    (.loadIssueModelContainer, 1),
    (.includePendingChangesWithBatchSize, 2),
    (.unsupportedPredicate, 3),
    (.unsupportedKeyPath, 4),
    (.sortingPendingChangesWithIdentifiers, 5),
    (.unsupportedSortDescriptor, 6),
    (.duplicateConfiguration, 7),
    (.configurationFileNameTooLong, 8),
    (.configurationFileNameContainsInvalidCharacters, 9),
    (.configurationSchemaNotFoundInContainerSchema, 10),
    (.modelValidationFailure, 11),
    (.missingModelContext, 12),
    (.backwardMigration, 13),
    (.unknownSchema, 14),
    (.historyTokenExpired, 15),
    (.invalidTransactionFetchRequest, 16),
    (.unknownDataStoreSchema, 17),
    (.storeFailure, 101),
    (.readOnlyStore, 102),
    (.modelInAnotherContext, 103),
    (.unsupportedFeature, 104),
    (.migrationFailure, 105),
    (.invalidMigrationPlan, 106),
    (.mergeConflict, 107),
    (.partialSave, 108),
    (.missingExternalFile, 109),
    (.missingModelHandler, 110),
    (.backupFailure, 111),
    (.invalidBackup, 112),
    (.incompatibleBackup, 113),
  ]

  static let storeCodes: [(DataStoreError, Int)] = [
    (.unsupportedFeature, 0), (.preferInMemoryFilter, 1), (.preferInMemorySort, 2),
    (.invalidPredicate, 3),
  ]

  @Test("13.5 Every SwiftDataError has Apple's domain and a code of its own", arguments: codes)
  func code(_ error: SwiftDataError, _ code: Int) {
    let thrown: any Error = error.because("The store “a” did not open. Update the program.")
    #expect((thrown as NSError).domain == "SwiftData.SwiftDataError")
    #expect((thrown as NSError).code == code)
    let description = "The store “a” did not open. Update the program."
    #expect(thrown.localizedDescription == description)
    #expect((thrown as NSError).localizedDescription == description)
    #expect((thrown as? any LocalizedError)?.errorDescription == description)
    // An error that nothing is known about says at least what it is.
    #expect(error.localizedDescription == error.description)
    #expect(!error.description.isEmpty)
  }

  @Test("13.5 The list of codes is whole, and no code is given twice")
  func whole() {
    #expect(Set(Self.codes.map(\.1)).count == Self.codes.count)
    #expect(Set(Self.codes.map(\.0.code)) == Set(SwiftDataError.Code.allCases))
  }

  @Test("13.5 An error that the program threw is the underlying error")
  func underlying() throws {
    struct Own: Error, Equatable { let number = 7 }
    let thrown: any Error = SwiftDataError.migrationFailure.because("x", underlying: Own())
    let info = (thrown as NSError).userInfo
    #expect(info[NSUnderlyingErrorKey] as? Own == Own())
    #expect((SwiftDataError.migrationFailure as NSError).userInfo[NSUnderlyingErrorKey] == nil)
  }

  @Test("13.5 A program that cannot open its store finds it out by domain and code")
  func recovery() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).store")
    try Data("no database".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    do {
      _ = try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
      Issue.record("a file that is no store was opened")
    } catch {
      let error = error as NSError
      #expect(error.domain == "SwiftData.SwiftDataError" && error.code == 1)
      #expect(error.localizedDescription.contains(url.path))
    }
  }

  @Test("13.5 Every DataStoreError has Apple's domain, a code, and words", arguments: storeCodes)
  func storeCode(_ error: DataStoreError, _ code: Int) {
    #expect((error as NSError).domain == "SwiftData.DataStoreError")
    #expect((error as NSError).code == code)
    #expect(error.localizedDescription == error.errorDescription)
    #expect(!error.localizedDescription.contains("DataStoreError"))
  }

  static let inspectionCodes: [(InspectionError.Code, Int)] = [
    (.unknownEntity, 1), (.damagedStore, 2), (.targetExists, 3), (.targetNotEmpty, 4),
    (.otherSchema, 5), (.fileFailure, 6), (.unknownProperty, 7), (.timeLimit, 8),
  ]

  @Test("13.5 Every InspectionError has a domain and a code", arguments: inspectionCodes)
  func inspectionCode(_ code: InspectionError.Code, _ number: Int) {
    let error: any Error = InspectionError(code, "The store has no entity “X”.")
    #expect((error as NSError).domain == "PerennialInspection.InspectionError")
    #expect((error as NSError).code == number)
    #expect(error.localizedDescription == "The store has no entity “X”.")
  }

  @Test("13.5 Documents that cannot be imported have a domain and a code")
  func documents() {
    let error = DocumentError(file: "a.json", line: 3, column: 4, place: nil, reason: "no comma")
    #expect((error as NSError).domain == "PerennialInspection.DocumentError")
    #expect((error as NSError).code == 1)
    #expect(error.localizedDescription == "a.json:3: no comma")
  }

  @Test("13.5 Refused edits have a domain and a code, and name all properties")
  func edits() {
    let error = EditError(fields: ["title": "a value is required", "minutes": "no number"])
    #expect((error as NSError).domain == "PerennialInspection.EditError")
    #expect((error as NSError).code == 1)
    #expect(error.localizedDescription == "minutes: no number; title: a value is required")
  }

  @Test("13.5 Documentation/Compatibility.md lists the codes as they are")
  func documented() throws {
    let expected = Self.codes.map { "| `\($0.0.code)` | \($0.1) |" }
    #expect(
      try CompatibilityDocument.rows(below: "SwiftData.SwiftDataError") == expected)
    #expect(
      try CompatibilityDocument.rows(below: "SwiftData.DataStoreError")
        == Self.storeCodes.map { "| `\($0.0)` | \($0.1) |" })
    #expect(
      try CompatibilityDocument.rows(below: "PerennialInspection.InspectionError")
        == Self.inspectionCodes.map { "| `\($0.0.rawValue)` | \($0.1) |" })
  }
}
