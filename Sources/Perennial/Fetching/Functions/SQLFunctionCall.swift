import GRDBSQLite

/// Where the result of a function goes; NULL if nothing is set.
struct SQLFunctionContext {
  let pointer: OpaquePointer

  func set(_ value: Bool) { sqlite3_result_int(pointer, value ? 1 : 0) }
  func set(_ value: Int64) { sqlite3_result_int64(pointer, value) }
  /// A NaN becomes NULL.
  func set(_ value: Double) { sqlite3_result_double(pointer, value) }
}

/// The arguments of one call of a function.
struct SQLFunctionArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>

  func isNull(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_NULL }
  func int64(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
  func double(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

  /// A text argument; nil for NULL.
  func text(_ index: Int) -> SQLTextValue? {
    guard let text = sqlite3_value_text(values[index]) else { return nil }
    return SQLTextValue(text, Int(sqlite3_value_bytes(values[index])))
  }

  /// Both arguments of a function of two texts; nil if one is NULL.
  var texts: (SQLTextValue, SQLTextValue)? {
    guard let first = text(0), let second = text(1) else { return nil }
    return (first, second)
  }
}
