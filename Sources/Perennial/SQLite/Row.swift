import Foundation
import PerennialSQLite

extension _Storage {
  /// The current row of a statement, read column by column from left to right.
  ///
  /// The codec that `@Model` generates takes a row. If a column's value does not fit its type, the error
  /// is recorded in ``failure`` and a placeholder is returned. So decoding needs no `throws` for each
  /// column. The loop over the rows checks ``failure`` once for each row.
  public struct Row {
    let statement: OpaquePointer
    package var column: Int32
    /// The first columns of each subclass, down to the class of the object, in a row with columns of
    /// several classes. Empty if the columns of all classes follow one another.
    var levels = RowLevels()
    /// The last column that could not be decoded, and the error. It references the failures before it.
    var failure: RowFailure?

    package init(_ statement: OpaquePointer, column: Int32 = 0) {
      self.statement = statement
      self.column = column
    }

    @usableFromInline
    mutating func skip(_ columns: Int32) { column += columns }

    /// `true` if the current column is NULL.
    public var _isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    var columnCount: Int32 { sqlite3_column_count(statement) }

    /// Records that the column that was read last has no valid value.
    mutating func failBehind(_ error: any Error) {
      failure = RowFailure(column - 1, .of(error, else: .storeFailure), after: failure)
    }

    /// Records that the column that was read last has a value of another form. NULL is not recorded.
    mutating func rejectBehind(_ reason: @autoclosure () -> String) {
      if sqlite3_column_type(statement, column - 1) == SQLITE_NULL { return }
      failBehind(SwiftDataError.storeFailure.because(reason()))
    }

    // MARK: Reading and advancing

    package mutating func int64() -> Int64 {
      defer { column += 1 }
      return sqlite3_column_int64(statement, column)
    }

    package mutating func double() -> Double {
      defer { column += 1 }
      return sqlite3_column_double(statement, column)
    }

    package mutating func string() -> String {
      defer { column += 1 }
      guard let text = sqlite3_column_text(statement, column) else { return "" }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    package mutating func bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      defer { column += 1 }
      let start = sqlite3_column_blob(statement, column)
      let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
      return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the value of the current column as SQLite stores it, and advances to the next column.
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

    /// Returns `true` if the current column has a value, and advances to the next column. Allocates nothing.
    package mutating func has(_ value: SQLValue) -> Bool {
      switch value {
      case .null: hasNull()
      case .integer(let integer): has(integer)
      case .real(let real): has(real)
      case .text(var text): text.withUTF8 { has(utf8: UnsafeRawBufferPointer($0)) }
      case .blob(let data): data.withUnsafeBytes { has($0) }
      }
    }

    mutating func hasNull() -> Bool {
      defer { column += 1 }
      return sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    mutating func has(_ integer: Int64) -> Bool {
      defer { column += 1 }
      return sqlite3_column_type(statement, column) == SQLITE_INTEGER
        && sqlite3_column_int64(statement, column) == integer
    }

    mutating func has(_ real: Double) -> Bool {
      defer { column += 1 }
      return sqlite3_column_type(statement, column) == SQLITE_FLOAT
        && sqlite3_column_double(statement, column) == real
    }

    mutating func has(utf8: UnsafeRawBufferPointer) -> Bool {
      defer { column += 1 }
      guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return false }
      let start = UnsafeRawPointer(sqlite3_column_text(statement, column))
      return utf8.isEqual(to: start, Int(sqlite3_column_bytes(statement, column)))
    }

    mutating func has(_ blob: UnsafeRawBufferPointer) -> Bool {
      defer { column += 1 }
      guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return false }
      let start = sqlite3_column_blob(statement, column)
      return blob.isEqual(to: start, Int(sqlite3_column_bytes(statement, column)))
    }

    /// Returns the value of the current column without loss, and advances to the next column.
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
}

/// The error of a column that could not be decoded. A class, so that a row, which is copied, stays
/// small.
final class RowFailure {
  let column: Int32
  let error: SwiftDataError
  /// The failure of an earlier column.
  let previous: RowFailure?

  init(_ column: Int32, _ error: SwiftDataError, after previous: RowFailure? = nil) {
    self.column = column
    self.error = error
    self.previous = previous
  }

  /// The failures of the row in the order of their columns.
  var all: [RowFailure] { (previous?.all ?? []) + [self] }
}

extension UnsafeRawBufferPointer {
  /// Returns `true` if other memory has the same bytes.
  fileprivate func isEqual(to other: UnsafeRawPointer?, _ otherCount: Int) -> Bool {
    guard count == otherCount else { return false }
    guard let baseAddress, let other else { return count == 0 }
    return memcmp(baseAddress, other, count) == 0
  }
}
