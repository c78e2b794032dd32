extension _Storage {
  /// A value that fits one column unchanged.
  ///
  /// Not for conformances outside this module: other types are stored by raw value or as JSON.
  public protocol ColumnValue {
    /// Reads the current column of a row, and moves the row to the next column. A stored value that the
    /// type cannot represent is noted in the row.
    static func _decode(_ row: inout Row) -> Self
    /// Binds the value to the next parameter.
    func _bind(_ binder: inout Binder)
    /// The value of a property before the first value was loaded into it.
    static var _placeholder: Self { get }
    /// The declaration of a column for values of the type.
    static var _columnDescription: ColumnType { get }
    /// The value as SQLite holds it.
    var _sqlValue: SQLValueBox { get }
  }

  /// The declaration of a column.
  public struct ColumnType: Sendable {
    package let type: SQLType
    /// A Boolean value that indicates whether the column may be NULL.
    package let isNullable: Bool

    init(_ type: SQLType, isNullable: Bool = false) {
      self.type = type
      self.isNullable = isNullable
    }
  }

  /// A ``SQLValue`` for public signatures.
  public struct SQLValueBox {
    package let value: SQLValue
    init(_ value: SQLValue) { self.value = value }
  }
}

extension Optional: _Storage.ColumnValue where Wrapped: _Storage.ColumnValue {
  @inlinable
  public static func _decode(_ row: inout _Storage.Row) -> Wrapped? {
    if row._isNull {
      row.skip(1)
      return nil
    }
    return Wrapped._decode(&row)
  }

  @inlinable
  public func _bind(_ binder: inout _Storage.Binder) {
    switch self {
    case .some(let value): value._bind(&binder)
    case .none: binder._bindNull()
    }
  }

  @inlinable
  public static var _placeholder: Wrapped? { nil }

  public static var _columnDescription: _Storage.ColumnType {
    _Storage.ColumnType(Wrapped._columnDescription.type, isNullable: true)
  }

  public var _sqlValue: _Storage.SQLValueBox { self?._sqlValue ?? _Storage.SQLValueBox(.null) }
}

extension _Storage.Binder {
  /// Binds NULL.
  public mutating func _bindNull() { bindNull() }
}
