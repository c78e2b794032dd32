/// An enumeration, or another type with a raw value that fits a column.
@frozen
public struct _RawValueSlot<Value: RawRepresentable>: _Slot where Value.RawValue: _ColumnValue {
  /// Nil while no value is loaded.
  @usableFromInline var value: Value?

  @inlinable
  public init() { value = nil }

  @inlinable
  public init(_ row: inout _Row) {
    if row._isNull {
      value = nil
      row.skip(1)
    } else {
      value = row._decodeRawValue(Value.self)
    }
  }

  @inlinable
  public func _bind(_ binder: inout _Binder) {
    switch value {
    case .some(let value): value.rawValue._bind(&binder)
    case .none: binder._bindNull()
    }
  }

  @inlinable
  public mutating func initialize(_ value: Value) { self.value = value }

  @inlinable
  public mutating func replace(_ value: Value) { self.value = value }

  @inlinable
  public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
    if let value { return value }
    return _missingValue(Value.self, owner, index)
  }

  public func _constant() -> Value? { value }

  public var _sqlValue: _SQLValueBox { value?.rawValue._sqlValue ?? _SQLValueBox(.null) }

  public static var _description: _SlotDescription {
    _SlotDescription(
      kind: .attribute, column: Value.RawValue._columnDescription, isOptional: false,
      valueType: Value.self)
  }
}

/// An optional enumeration, or another type with a raw value that fits a column.
@frozen
public struct _OptionalRawValueSlot<Wrapped: RawRepresentable>: _Slot
where Wrapped.RawValue: _ColumnValue {
  @usableFromInline var value: Wrapped?

  @inlinable
  public init() { value = nil }

  @inlinable
  public init(_ row: inout _Row) {
    value = _RawValueSlot<Wrapped>(&row).value
  }

  @inlinable
  public func _bind(_ binder: inout _Binder) {
    switch value {
    case .some(let value): value.rawValue._bind(&binder)
    case .none: binder._bindNull()
    }
  }

  @inlinable
  public mutating func initialize(_ value: Wrapped?) { self.value = value }

  @inlinable
  public mutating func replace(_ value: Wrapped?) { self.value = value }

  @inlinable
  public func get(_ owner: some PersistentModel, _ index: Int) -> Wrapped? { value }

  public func _constant() -> Wrapped?? { value }

  public var _sqlValue: _SQLValueBox { value?.rawValue._sqlValue ?? _SQLValueBox(.null) }

  public static var _description: _SlotDescription {
    let column = _ColumnDescription(Wrapped.RawValue._columnDescription.type, isNullable: true)
    return _SlotDescription(
      kind: .attribute, column: column, isOptional: true, valueType: Wrapped?.self)
  }
}

extension _Row {
  /// Decodes a raw value. A raw value that the type does not know is a failure of the row.
  public mutating func _decodeRawValue<Value: RawRepresentable>(_ type: Value.Type) -> Value?
  where Value.RawValue: _ColumnValue {
    let rawValue = Value.RawValue._decode(&self)
    if let value = Value(rawValue: rawValue) { return value }
    column -= 1
    fail("\(rawValue) is not a raw value of \(Value.self)")
    column += 1
    return nil
  }
}
