import Foundation
import GRDBSQLite

/// Columns of the current row and parameters of a statement, at the price of the C calls.
extension OpaquePointer {
  @inline(__always)
  func int(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(self, column))
  }

  @inline(__always)
  func optionalInt(_ column: Int32) -> Int? {
    sqlite3_column_type(self, column) == SQLITE_NULL ? nil : int(column)
  }

  @inline(__always)
  func double(_ column: Int32) -> Double {
    sqlite3_column_double(self, column)
  }

  @inline(__always)
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(self, column) else { return "" }
    let count = Int(sqlite3_column_bytes(self, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  @inline(__always)
  func uuid(_ column: Int32) -> UUID {
    guard let start = sqlite3_column_blob(self, column), sqlite3_column_bytes(self, column) == 16
    else { return UUID(uuid: zeros) }
    return UUID(uuid: start.loadUnaligned(as: uuid_t.self))
  }

  @inline(__always)
  func bind(_ value: Int, _ parameter: Int32) {
    sqlite3_bind_int64(self, parameter, Int64(value))
  }

  @inline(__always)
  func bind(_ value: Int?, _ parameter: Int32) {
    if let value { bind(value, parameter) } else { sqlite3_bind_null(self, parameter) }
  }

  @inline(__always)
  func bind(_ value: Double, _ parameter: Int32) {
    sqlite3_bind_double(self, parameter, value)
  }

  /// Binds text that SQLite may read only until `work` is done.
  @inline(__always)
  func bind<Result>(
    _ value: String,
    _ parameter: Int32,
    while work: () throws -> Result
  ) rethrows -> Result {
    var value = value
    return try value.withUTF8 { text in
      _ = text.withMemoryRebound(to: CChar.self) { text in
        sqlite3_bind_text(self, parameter, text.baseAddress, Int32(text.count), nil)
      }
      return try work()
    }
  }

  /// Binds the sixteen bytes of an identifier, which SQLite may read only until `work` is done.
  @inline(__always)
  func bind<Result>(
    _ value: UUID,
    _ parameter: Int32,
    while work: () throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(of: value.uuid) { bytes in
      sqlite3_bind_blob(self, parameter, bytes.baseAddress, 16, nil)
      return try work()
    }
  }
}

/// The identifier of zeros.
private let zeros: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
