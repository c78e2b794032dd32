import Foundation
import PerennialSQLite

/// The destination of a function's result. The result is NULL if no value is set.
struct SQLFunctionContext {
  let pointer: OpaquePointer

  func set(_ value: Bool) { sqlite3_result_int(pointer, value ? 1 : 0) }
  func set(_ value: Int64) { sqlite3_result_int64(pointer, value) }
  /// Sets a number as the result. A NaN becomes NULL.
  func set(_ value: Double) { sqlite3_result_double(pointer, value) }

  func set(_ text: String) {
    var text = text
    text.withUTF8 { set(utf8: $0) }
  }

  func set(utf8: UnsafeBufferPointer<UInt8>) {
    utf8.withMemoryRebound(to: CChar.self) {
      sqlite3_result_text64(
        pointer, $0.baseAddress, UInt64($0.count), _Storage.Binder.transient, UInt8(SQLITE_UTF8))
    }
  }

  /// Sets an argument as the result.
  func set(_ arguments: SQLFunctionArguments, _ index: Int) {
    sqlite3_result_value(pointer, arguments.values[index])
  }
}

/// The arguments of one call of a function.
struct SQLFunctionArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>
  let count: Int

  func isNull(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_NULL }
  func int64(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
  func double(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

  func value(_ index: Int) -> SQLValue {
    switch sqlite3_value_type(values[index]) {
    case SQLITE_INTEGER: .integer(int64(index))
    case SQLITE_FLOAT: .real(double(index))
    case SQLITE_TEXT: .text(text(index)?.string ?? "")
    case SQLITE_BLOB: .blob(Data(bytes(index)))
    default: .null
    }
  }

  private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(values[index])
    let count = start == nil ? 0 : Int(sqlite3_value_bytes(values[index]))
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns `true` if two arguments are the same value, as `IS` compares them without conversions.
  func areSame(_ first: Int, _ second: Int) -> Bool {
    let type = sqlite3_value_type(values[first])
    guard type == sqlite3_value_type(values[second]) else { return false }
    switch type {
    case SQLITE_INTEGER: return int64(first) == int64(second)
    case SQLITE_FLOAT: return double(first) == double(second)
    case SQLITE_NULL: return true
    default:
      let (left, right) = (bytes(first), bytes(second))
      guard left.count == right.count, let start = left.baseAddress, let other = right.baseAddress
      else { return left.count == right.count }
      return memcmp(start, other, left.count) == 0
    }
  }

  /// Returns a text argument, or nil for NULL.
  func text(_ index: Int) -> SQLTextValue? {
    guard let text = sqlite3_value_text(values[index]) else { return nil }
    return SQLTextValue(text, Int(sqlite3_value_bytes(values[index])))
  }

  /// The two arguments of a function of two texts; nil if one is NULL.
  var texts: (SQLTextValue, SQLTextValue)? {
    guard let first = text(0), let second = text(1) else { return nil }
    return (first, second)
  }
}
