import Foundation
import PerennialSQLite

/// The current row of a statement, read column after column from left to right.
///
/// The codec that `@Model` writes takes one. A value that cannot be what the column promises is
/// noted in ``failure`` and replaced by a placeholder, so that decoding needs no `throws` for each
/// column; the loop over the rows looks at ``failure`` once for each row.
public struct _Row {
  let statement: OpaquePointer
  package var column: Int32
  /// Where the columns of each subclass begin, down to the class of the object, in a row that has
  /// columns of several classes; empty where they follow one another.
  var levels = RowLevels()
  /// Why columns could not be decoded, and which: the last such failure, which leads to those before.
  var failure: RowFailure?

  init(_ statement: OpaquePointer, column: Int32 = 0) {
    self.statement = statement
    self.column = column
  }

  @usableFromInline
  mutating func skip(_ columns: Int32) { column += columns }

  public var _isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  package var columnCount: Int32 { sqlite3_column_count(statement) }

  /// The current column has no value.
  mutating func fail(_ reason: String) {
    failure = RowFailure(column, .storeFailure.because(reason), after: failure)
  }

  /// The column that was read last has none.
  mutating func failBehind(_ error: any Error) {
    failure = RowFailure(column - 1, .of(error, else: .storeFailure), after: failure)
  }

  // MARK: Reading and advancing

  mutating func int64() -> Int64 {
    defer { column += 1 }
    return sqlite3_column_int64(statement, column)
  }

  mutating func double() -> Double {
    defer { column += 1 }
    return sqlite3_column_double(statement, column)
  }

  mutating func string() -> String {
    defer { column += 1 }
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  mutating func bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    defer { column += 1 }
    let start = sqlite3_column_blob(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of the current column as SQLite holds it.
  package mutating func value() -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(int64())
    case SQLITE_FLOAT: return .real(double())
    case SQLITE_TEXT: return .text(string())
    case SQLITE_BLOB: return .blob(bytes { Data($0) })
    default:
      column += 1
      return .null
    }
  }

  /// The value of the current column, of which nothing is lost.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if it is a text that is not UTF-8.
  package mutating func exactValue() throws -> SQLValue {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return value() }
    defer { column += 1 }
    guard let start = sqlite3_column_text(statement, column) else { return .text("") }
    let count = Int(sqlite3_column_bytes(statement, column))
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SwiftDataError.storeFailure.because("a text is not UTF-8")
    }
    return .text(text)
  }
}

/// The reason why a column could not be decoded. An object, so that a row, which is copied, stays small.
final class RowFailure {
  let column: Int32
  let error: SwiftDataError
  /// The failure of a column that was read before.
  let previous: RowFailure?

  init(_ column: Int32, _ error: SwiftDataError, after previous: RowFailure? = nil) {
    self.column = column
    self.error = error
    self.previous = previous
  }

  /// The failures of the row in the order of their columns.
  var all: [RowFailure] { (previous?.all ?? []) + [self] }
}
