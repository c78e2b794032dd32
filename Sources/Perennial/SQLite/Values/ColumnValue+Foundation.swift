public import Foundation
import PerennialRecords

extension String: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> String { row.string() }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(self) }
  public static var _placeholder: String { "" }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.text) }
  public var _sqlValue: _Storage.SQLValueBox { _Storage.SQLValueBox(.text(storedForm)) }
}

/// A date is REAL: seconds since 2001. `Date` has the same representation, so no precision is lost.
extension Date: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Date {
    Date(timeIntervalSinceReferenceDate: row.double())
  }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(timeIntervalSinceReferenceDate) }
  public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.real) }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(.real(timeIntervalSinceReferenceDate))
  }
}

extension Data: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Data { row.bytes { Data($0) } }
  public func _bind(_ binder: inout _Storage.Binder) { withUnsafeBytes { binder.bind($0) } }
  public static var _placeholder: Data { Data() }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.blob) }
  public var _sqlValue: _Storage.SQLValueBox { _Storage.SQLValueBox(.blob(self)) }
}

/// A UUID is a BLOB of its 16 bytes.
extension UUID: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> UUID {
    let uuid = row.bytes { bytes in
      bytes.count == 16 ? bytes.loadUnaligned(as: UUID.self) : nil
    }
    if let uuid { return uuid }
    row.rejectBehind("a UUID is 16 bytes")
    return _placeholder
  }
  public func _bind(_ binder: inout _Storage.Binder) {
    withUnsafeBytes(of: uuid) { binder.bind($0) }
  }
  public static var _placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.blob) }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(.blob(withUnsafeBytes(of: uuid) { Data($0) }))
  }
}

/// A URL is TEXT: its absolute string.
extension URL: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> URL {
    let text = row.string()
    if let url = URL(string: text) { return url }
    row.rejectBehind("“\(text)” is not a URL")
    return _placeholder
  }
  public func _bind(_ binder: inout _Storage.Binder) { binder.bind(absoluteString) }
  public static var _placeholder: URL { URL(fileURLWithPath: "/") }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.text) }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(.text(absoluteString.storedForm))
  }
}

extension Decimal: _Storage.ColumnValue {
  public static func _decode(_ row: inout _Storage.Row) -> Decimal {
    let decimal = row.bytes { OrderedDecimal.decode($0) }
    if let decimal { return decimal }
    row.rejectBehind("the bytes are not an ordered decimal")
    return 0
  }
  public func _bind(_ binder: inout _Storage.Binder) {
    OrderedDecimal.encode(self).withUnsafeBytes { binder.bind($0) }
  }
  public static var _placeholder: Decimal { 0 }
  public static var _columnDescription: _Storage.ColumnType { _Storage.ColumnType(.blob) }
  public var _sqlValue: _Storage.SQLValueBox {
    _Storage.SQLValueBox(.blob(Data(OrderedDecimal.encode(self))))
  }
}
