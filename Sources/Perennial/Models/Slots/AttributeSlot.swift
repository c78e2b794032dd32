extension _Storage {
  /// A value that fits one column as it is: numbers, text, dates, data, and optionals of them.
  @frozen
  public struct AttributeSlot<Value: ColumnValue>: Slot {
    @usableFromInline var value: Value

    /// Creates a slot with the type's placeholder.
    @inlinable
    public init() { value = Value._placeholder }

    @inlinable
    public init(_ row: inout Row) { value = Value._decode(&row) }

    @inlinable
    public func _bind(_ binder: inout Binder) { value._bind(&binder) }

    /// Sets the first value.
    @inlinable
    public mutating func initialize(_ value: Value) { self.value = value }

    /// Sets a new value.
    @inlinable
    public mutating func replace(_ value: Value) { self.value = value }

    /// Returns the value.
    @inlinable
    public func get(_ owner: some PersistentModel, _ index: Int) -> Value { value }

    public func _constant() -> Value? { value }

    public var _sqlValue: SQLValueBox { value._sqlValue }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .attribute, column: Value._columnDescription,
        isOptional: Value.self is any OptionalValue.Type, valueType: Value.self)
    }
  }
}
