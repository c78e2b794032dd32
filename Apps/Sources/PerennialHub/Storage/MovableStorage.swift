package import Foundation

/// A database from which and to which accounts can move.
///
/// Rows travel without the account and with all other columns, so that a copy has the same numbers of changes, tokens
/// and times. Only an account that is arriving is written to.
package protocol MovableStorage: HubStorage {
  /// Changes the state of an account, after the transactions under way that write to it.
  ///
  /// - Returns: `false` if the account is not in the former state, and was left as it is.
  func changeState(
    of account: Account.ID, from former: AccountState, to state: AccountState
  ) async throws -> Bool

  /// Adds an account that is arriving, without contents, and deletes an incomplete or former copy of it.
  ///
  /// - Parameters:
  ///   - account: The account in its other database.
  ///   - incarnation: The number that the tokens of its zones have.
  ///   - attempt: The number of the attempt that fills the account.
  /// - Throws: ``HubStorageError/Code/accountExists`` if the database serves the account, or another one with its name.
  func admit(_ account: Account, incarnation: Int64, attempt: Int64) async throws

  /// Returns rows of an account, in the order of their keys, from one state of the database.
  func rows(of table: AccountTable, of account: Account.ID) async throws -> [StoredRow]
  /// Returns the rows of a zone's records after a change, in the order of the changes.
  func recordRows(of key: ZoneKey, after sequence: Int64, upTo limit: Int) async throws
    -> [StoredRow]

  /// Writes rows of an account that is arriving. Rows with the same keys are replaced.
  ///
  /// - Parameter replacesAll: `true` if all other rows of the table are deleted.
  /// - Throws: ``HubStorageError/Code/accountState`` if another attempt fills the account.
  func write(
    _ rows: [StoredRow], to table: AccountTable, of account: Account.ID, attempt: Int64,
    replacesAll: Bool
  ) async throws

  /// Opens an account whose contents are complete.
  ///
  /// - Parameter account: The account in its other database, with its present limit and bytes.
  /// - Throws: ``HubStorageError/Code/accountState`` if another attempt fills the account.
  func open(_ account: Account, attempt: Int64) async throws
}

/// A table with contents of accounts.
package enum AccountTable: String, CaseIterable, Sendable {
  case zone, record, asset, device, pairing, subscription
  case webKey = "web_key"

  /// The tables whose rows are few: all but the records.
  package static let small = allCases.filter { $0 != .record }

  /// The statement that reads all columns but the account: of an account, or of a zone's records.
  package var reading: Statement {
    switch self {
    case .zone: .readZoneRows
    case .record: .readRecordRows
    case .asset: .readAssetRows
    case .device: .readDeviceRows
    case .pairing: .readCodeRows
    case .subscription: .readSubscriptionRows
    case .webKey: .readWebKeyRows
    }
  }

  /// The statement that writes a row.
  package var writing: Statement {
    switch self {
    case .zone: .writeZone
    case .record: .writeRecord
    case .asset: .writeAssetRow
    case .device: .writeDeviceRow
    case .pairing: .insertCode
    case .subscription: .writeSubscription
    case .webKey: .insertWebKey
    }
  }

  /// The statement that deletes all rows of an account.
  package var clearing: Statement {
    switch self {
    case .zone: .deleteZones
    case .record: .deleteRecords
    case .asset: .deleteAssets
    case .device: .deleteDevices
    case .pairing: .deleteCodes
    case .subscription: .deleteSubscriptions
    case .webKey: .deleteWebKeys
    }
  }

  /// The types of the columns but the account, in their order.
  package var columns: [MovedValue.Kind] {
    switch self {
    case .zone: [.text, .integer, .integer]
    case .record: [.text, .text, .integer, .text, .text, .integer, .integer, .bytes]
    case .asset: [.text, .text, .integer, .integer]
    case .device: [.text, .text, .bytes, .integer, .integer, .integer, .text]
    case .pairing: [.bytes, .integer, .text]
    case .subscription: [.text, .text, .bytes]
    case .webKey: [.text, .text, .text, .bytes, .integer]
    }
  }
}

/// A row of an account, without the account.
package struct StoredRow: Hashable, Sendable {
  package let values: [MovedValue]

  package init(_ values: [MovedValue]) { self.values = values }

  /// The text of a column; empty for another value.
  package func text(_ column: Int) -> String {
    guard case .text(let text) = values[column] else { return "" }
    return text
  }

  /// The integer of a column; 0 for another value.
  package func integer(_ column: Int) -> Int64 {
    guard case .integer(let integer) = values[column] else { return 0 }
    return integer
  }
}

/// A value of a row.
package enum MovedValue: Hashable, Sendable {
  /// The types of columns.
  package enum Kind: Sendable {
    case integer, text, bytes
  }

  case null
  case integer(Int64)
  case text(String)
  case bytes(Data)
}

extension HubStorageError {
  /// The error for an account that another attempt fills, or that was opened or removed.
  package static let otherAttempt = HubStorageError(
    .accountState,
    "Another command moves the account to the same database, or has ended the move. Try again when it has ended."
  )

  /// The error for an account that the database has already.
  package static func exists(_ account: Account) -> HubStorageError {
    HubStorageError(
      .accountExists,
      "The other database serves an account with the name \(account.name). Remove it there, or leave the account here."
    )
  }
}
