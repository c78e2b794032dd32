extension _Storage {
  /// An enumeration, or another type with a raw value that fits a column.
  @frozen
  public struct RawValueSlot<Value: RawRepresentable>: Slot where Value.RawValue: ColumnValue {
    /// Nil while no value is loaded.
    @usableFromInline var value: Value?

    /// Creates an empty slot.
    @inlinable
    public init() { value = nil }

    @inlinable
    public init(_ row: inout Row) {
      if row._isNull {
        value = nil
        row.skip(1)
      } else {
        value = row._decodeRawValue(Value.self)
      }
    }

    @inlinable
    public func _bind(_ binder: inout Binder) {
      switch value {
      case .some(let value): value.rawValue._bind(&binder)
      case .none: binder._bindNull()
      }
    }

    /// Sets the first value.
    @inlinable
    public mutating func initialize(_ value: Value) { self.value = value }

    /// Sets a new value.
    @inlinable
    public mutating func replace(_ value: Value) { self.value = value }

    /// Returns the value; a replacement if none is loaded.
    @inlinable
    public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
      if let value { return value }
      return _Model.missingValue(Value.self, of: owner, at: index)
    }

    public func _constant() -> Value? { value }

    public var _sqlValue: SQLValueBox { value?.rawValue._sqlValue ?? SQLValueBox(.null) }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .attribute, column: Value.RawValue._columnDescription, isOptional: false,
        valueType: Value.self)
    }
  }

  /// An optional enumeration, or another type with a raw value that fits a column.
  @frozen
  public struct OptionalRawValueSlot<Wrapped: RawRepresentable>: Slot
  where Wrapped.RawValue: ColumnValue {
    @usableFromInline var value: Wrapped?

    /// Creates an empty slot.
    @inlinable
    public init() { value = nil }

    @inlinable
    public init(_ row: inout Row) {
      value = RawValueSlot<Wrapped>(&row).value
    }

    @inlinable
    public func _bind(_ binder: inout Binder) {
      switch value {
      case .some(let value): value.rawValue._bind(&binder)
      case .none: binder._bindNull()
      }
    }

    /// Sets the first value.
    @inlinable
    public mutating func initialize(_ value: Wrapped?) { self.value = value }

    /// Sets a new value.
    @inlinable
    public mutating func replace(_ value: Wrapped?) { self.value = value }

    /// Returns the value; nil if none is loaded.
    @inlinable
    public func get(_ owner: some PersistentModel, _ index: Int) -> Wrapped? { value }

    public func _constant() -> Wrapped?? { value }

    public var _sqlValue: SQLValueBox { value?.rawValue._sqlValue ?? SQLValueBox(.null) }

    public static var _description: SlotDescription {
      let column = ColumnType(Wrapped.RawValue._columnDescription.type, isNullable: true)
      return SlotDescription(
        kind: .attribute, column: column, isOptional: true, valueType: Wrapped?.self)
    }
  }
}

extension _Storage.Row {
  /// Decodes a raw value. A raw value that the type does not know is a failure of the row.
  public mutating func _decodeRawValue<Value: RawRepresentable>(_ type: Value.Type) -> Value?
  where Value.RawValue: _Storage.ColumnValue {
    let rawValue = Value.RawValue._decode(&self)
    if let value = Value(rawValue: rawValue) { return value }
    failBehind(
      SwiftDataError.storeFailure.because("\(rawValue) is not a raw value of \(Value.self)"))
    return nil
  }
}
