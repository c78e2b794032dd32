public import Foundation

extension _Storage {
  /// An integer is INTEGER. A `UInt` or `UInt64` beyond `Int64.max` is stored as the negative number with
  /// the same 64 bits.
  public protocol IntegerColumnValue: ColumnValue, FixedWidthInteger {}
}

extension _Storage.IntegerColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Self {
    let stored = row.int64()
    if Self.bitWidth == 64 { return Self(truncatingIfNeeded: stored) }
    if let value = Self(exactly: stored) { return value }
    row.rejectBehind("\(stored) does not fit \(Self.self)")
    return 0
  }

  public func _bind(_ binder: inout _Storage.Binder) {
    binder.bind(Int64(truncatingIfNeeded: self))
  }
  public static var _placeholder: Self { 0 }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.integer) }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(.integer(Int64(truncatingIfNeeded: self)))
  }
}

extension Int8: _Storage.IntegerColumnValue {}
extension Int16: _Storage.IntegerColumnValue {}
extension Int32: _Storage.IntegerColumnValue {}
extension UInt8: _Storage.IntegerColumnValue {}
extension UInt16: _Storage.IntegerColumnValue {}
extension UInt32: _Storage.IntegerColumnValue {}
extension UInt64: _Storage.IntegerColumnValue {}
extension UInt: _Storage.IntegerColumnValue {}

// The two most common integer types need no range check.
extension Int64: _Storage.IntegerColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Int64 { row.int64() }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(self) }
}

extension Int: _Storage.IntegerColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Int {
    Int(truncatingIfNeeded: row.int64())
  }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(Int64(self)) }
}

extension Bool: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Bool { row.int64() != 0 }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(self ? 1 : 0 as Int64) }
  public static var _placeholder: Bool { false }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.integer) }
  public var _sqlValue: _Storage.SQLValueBox { _Storage.SQLValueBox(.integer(self ? 1 : 0)) }
}

// SQLite has no NaN: binding NaN stores NULL. A column of non-optional numbers therefore reads NULL as
// NaN, and nothing is lost. In a column of optionals a NaN becomes nil.
extension Double: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Double {
    let value = row.double()
    guard value == 0 else { return value }
    row.column -= 1
    defer { row.column += 1 }
    return row._isNull ? .nan : value
  }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(self) }
  public static var _placeholder: Double { 0 }
  public static var _columnDescription: _Storage.ColumnType {
    _Storage.ColumnType(.real, isNullable: true)
  }
  public var _sqlValue: _Storage.SQLValueBox { _Storage.SQLValueBox(isNaN ? .null : .real(self)) }
}

extension Float: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Float { Float(Double._decode(&row)) }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(Double(self)) }
  public static var _placeholder: Float { 0 }
  public static var _columnDescription: _Storage.ColumnType {
    _Storage.ColumnType(.real, isNullable: true)
  }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(isNaN ? .null : .real(Double(self)))
  }
}

extension CGFloat: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> CGFloat { CGFloat(Double._decode(&row)) }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(Double(self)) }
  public static var _placeholder: CGFloat { 0 }
  public static var _columnDescription: _Storage.ColumnType {
    _Storage.ColumnType(.real, isNullable: true)
  }
  public var _sqlValue: _Storage.SQLValueBox { Double(self)._sqlValue }
}
