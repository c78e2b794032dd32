extension _Storage {
  /// The slot of a property whose type cannot be stored in a column.
  ///
  /// No program has such a slot, because the `slot` that returns it is unavailable. The slot has all
  /// members that the expansion of `@Model` requires. Therefore the unavailable function is the only
  /// error that the property causes.
  public struct UnsupportedSlot<Value>: Slot {
    private var value: Value?

    /// Creates an empty slot.
    public init() {}

    public init(_ row: inout Row) { row.skip(1) }

    public func _bind(_ binder: inout Binder) { binder.bindNull() }

    /// Sets the first value.
    public mutating func initialize(_ value: Value) { self.value = value }

    /// Sets a new value.
    public mutating func replace(_ value: Value) { self.value = value }

    /// Returns the value; a replacement if none was set.
    public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
      value ?? _Model.missingValue(Value.self, of: owner, at: index)
    }

    public static var _description: SlotDescription {
      SlotDescription(
        kind: .attribute, column: ColumnType(.text, isNullable: true), isOptional: true,
        valueType: Value.self, isComparable: false)
    }
  }
}
