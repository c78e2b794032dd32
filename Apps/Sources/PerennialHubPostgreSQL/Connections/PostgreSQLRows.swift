import CPostgreSQL
import Foundation

/// The rows that a statement has returned, in PostgreSQL's binary format.
final class PostgreSQLRows {
  private let result: OpaquePointer

  /// Takes a result over, which is freed with the rows.
  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  /// The number of rows.
  var count: Int { Int(PQntuples(result)) }

  /// The number of columns.
  var columns: Int { Int(PQnfields(result)) }

  /// The number of rows that the statement has inserted, changed or deleted.
  var changes: Int {
    PQcmdTuples(result).map { Int(String(cString: $0)) ?? 0 } ?? 0
  }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(result, Int32(row), Int32(column)) == 1
  }

  /// The bytes of a value.
  private func value(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, Int32(row), Int32(column)),
      count: Int(PQgetlength(result, Int32(row), Int32(column))))
  }

  /// Returns an integer of two, four or eight bytes.
  func integer(_ row: Int, _ column: Int) -> Int64 {
    let bytes = value(row, column)
    let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: value(row, column), as: UTF8.self)
  }

  func data(_ row: Int, _ column: Int) -> Data { Data(value(row, column)) }
}
