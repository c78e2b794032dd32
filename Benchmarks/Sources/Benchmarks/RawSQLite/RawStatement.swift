import Foundation
import GRDBSQLite

/// A prepared statement of the C API, finalised when it goes.
final class RawStatement {
  let pointer: OpaquePointer

  init(pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Runs a statement that returns no rows, ready to be bound anew.
  @inline(__always)
  func run() throws {
    let code = sqlite3_step(pointer)
    sqlite3_reset(pointer)
    guard code == SQLITE_DONE else { throw SQLiteFailure(code, sqlite3_db_handle(pointer)) }
  }

  /// Builds an array with a value of every row.
  @inline(__always)
  func rows<Value>(_ value: (OpaquePointer) -> Value) throws -> [Value] {
    defer { sqlite3_reset(pointer) }
    var values: [Value] = []
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: values.append(value(pointer))
      case SQLITE_DONE: return values
      case let code: throw SQLiteFailure(code, sqlite3_db_handle(pointer))
      }
    }
  }

  /// The value of the first row.
  @inline(__always)
  func row<Value>(_ value: (OpaquePointer) -> Value) throws -> Value? {
    defer { sqlite3_reset(pointer) }
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return value(pointer)
    case SQLITE_DONE: return nil
    case let code: throw SQLiteFailure(code, sqlite3_db_handle(pointer))
    }
  }
}
