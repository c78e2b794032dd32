public import Foundation
import PerennialRecords

extension String: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> String { row.string() }
  public func _bind(_ binder: inout _Binder) { binder.bind(self) }
  public static var _placeholder: String { "" }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.text) }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.text(storedForm)) }
}

/// A date is REAL: seconds since 2001. `Date` has the same representation, so no precision is lost.
extension Date: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> Date {
    Date(timeIntervalSinceReferenceDate: row.double())
  }
  public func _bind(_ binder: inout _Binder) { binder.bind(timeIntervalSinceReferenceDate) }
  public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.real) }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.real(timeIntervalSinceReferenceDate)) }
}

extension Data: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> Data { row.bytes { Data($0) } }
  public func _bind(_ binder: inout _Binder) { withUnsafeBytes { binder.bind($0) } }
  public static var _placeholder: Data { Data() }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.blob) }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.blob(self)) }
}

/// A UUID is a BLOB of its 16 bytes.
extension UUID: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> UUID {
    let uuid = row.bytes { bytes in
      bytes.count == 16 ? bytes.loadUnaligned(as: UUID.self) : nil
    }
    if let uuid { return uuid }
    row.column -= 1
    defer { row.column += 1 }
    if !row._isNull { row.fail("a UUID is 16 bytes") }
    return _placeholder
  }
  public func _bind(_ binder: inout _Binder) {
    withUnsafeBytes(of: uuid) { binder.bind($0) }
  }
  public static var _placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.blob) }
  public var _sqlValue: _SQLValueBox {
    _SQLValueBox(.blob(withUnsafeBytes(of: uuid) { Data($0) }))
  }
}

/// A URL is TEXT: its absolute string.
extension URL: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> URL {
    let text = row.string()
    if let url = URL(string: text) { return url }
    row.column -= 1
    defer { row.column += 1 }
    if !row._isNull { row.fail("“\(text)” is not a URL") }
    return _placeholder
  }
  public func _bind(_ binder: inout _Binder) { binder.bind(absoluteString) }
  public static var _placeholder: URL { URL(fileURLWithPath: "/") }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.text) }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.text(absoluteString.storedForm)) }
}

extension Decimal: _ColumnValue {
  public static func _decode(_ row: inout _Row) -> Decimal {
    let decimal = row.bytes { OrderedDecimal.decode($0) }
    if let decimal { return decimal }
    row.column -= 1
    defer { row.column += 1 }
    if !row._isNull { row.fail("the bytes are not an ordered decimal") }
    return 0
  }
  public func _bind(_ binder: inout _Binder) {
    OrderedDecimal.encode(self).withUnsafeBytes { binder.bind($0) }
  }
  public static var _placeholder: Decimal { 0 }
  public static var _columnDescription: _ColumnDescription { _ColumnDescription(.blob) }
  public var _sqlValue: _SQLValueBox { _SQLValueBox(.blob(Data(OrderedDecimal.encode(self)))) }
}
