import Foundation
import GRDB
import PerennialRecords

extension Database {
  /// Executes a statement that returns no rows.
  func run(_ statement: Statement, _ arguments: (any DatabaseValueConvertible)?...) throws {
    try cachedStatement(sql: statement.sql).execute(arguments: StatementArguments(arguments))
  }

  /// Returns the rows of a statement, as values.
  func rows<Value>(
    _ statement: Statement, _ arguments: (any DatabaseValueConvertible)?...,
    as value: (Row) throws -> Value
  ) throws -> [Value] {
    let rows = try Row.fetchCursor(
      cachedStatement(sql: statement.sql), arguments: StatementArguments(arguments))
    var values: [Value] = []
    while let row = try rows.next() { values.append(try value(row)) }
    return values
  }

  /// Returns the first row of a statement, as a value. All rows are read, so that a statement that writes ends.
  func row<Value>(
    _ statement: Statement, _ arguments: (any DatabaseValueConvertible)?...,
    as value: (Row) throws -> Value
  ) throws -> Value? {
    let rows = try Row.fetchCursor(
      cachedStatement(sql: statement.sql), arguments: StatementArguments(arguments))
    var first: Value?
    while let row = try rows.next() {
      if first == nil { first = try value(row) }
    }
    return first
  }
}

// MARK: - Values of rows

extension Account {
  /// The number of columns that ``init(_:)`` reads.
  static let columns = 8

  /// Reads the columns `account`, `name`, `created`, `bytes`, `byte_limit`, `incarnation_offset`, `state` and
  /// `state_value`.
  init(_ row: Row) throws {
    self.init(id: row[0], name: row[1], created: row[2], bytes: row[3], limit: row[4])
    incarnationOffset = row[5]
    guard let state = AccountState(row[6], row[7]) else { throw HubStorageError.laterState(name) }
    self.state = state
  }
}

extension Device {
  /// Reads the columns `device`, `name`, `created`, `last_seen`, `expires` and `role`.
  init(_ row: Row, from first: Int = 0) {
    self.init(
      id: row[first], name: row[first + 1], role: HubRole(stored: row[first + 5]),
      created: row[first + 2], lastSeen: row[first + 3], expires: row[first + 4])
  }
}

extension Session {
  init(_ row: Row) throws {
    self.init(account: try Account(row), device: Device(row, from: Account.columns))
  }
}

extension RecordRow {
  /// Reads the columns `body`, `sequence` and `changed`.
  init(_ row: Row) { self.init(body: row[0], sequence: row[1], changed: row[2]) }
}

extension StoredAsset {
  /// Reads the columns `checksum`, `bytes` and `created`.
  init(_ row: Row) { self.init(checksum: row[0], bytes: row[1], used: row[2]) }
}

extension HubPresence.State {
  /// Reads the columns `incarnation`, `changes` and `is_backup`.
  init(_ row: Row) { self.init(incarnation: row[0], changes: row[1], isBackup: row[2]) }
}
