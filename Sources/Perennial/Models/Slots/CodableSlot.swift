extension _Storage {
  /// A `Codable` value that is stored as JSON in one column.
  public struct CodableSlot<Value: Codable>: Slot {
    /// Nil while no value is loaded.
    @usableFromInline var value: Value?

    /// Creates an empty slot.
    @inlinable
    public init() { value = nil }

    public init(_ row: inout Row) {
      if row._isNull {
        row.skip(1)
        value = (Value.self as? any OptionalValue.Type) == nil ? nil : Self.absent
        return
      }
      let text = row.string()
      do {
        value = try JSONColumn.decode(Value.self, from: text)
      } catch {
        value = nil
        row.failBehind(
          SwiftDataError.storeFailure.because(
            "“\(text.prefix(80))” is not a \(Value.self): \(error)"))
      }
    }

    public func _bind(_ binder: inout Binder) {
      guard let value else { return binder.bindNull() }
      do {
        guard let text = try JSONContent._text(of: value) else { return binder.bindNull() }
        binder.bind(verbatim: text)
      } catch {
        binder.fail("\(value) cannot be encoded: \(error)")
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

    public var _sqlValue: SQLValueBox {
      get throws {
        let text = try value.flatMap { try JSONContent._text(of: $0) }
        return SQLValueBox(text.map(SQLValue.text) ?? .null)
      }
    }

    public static var _description: SlotDescription {
      let isOptional = Value.self is any OptionalValue.Type
      return SlotDescription(
        kind: .attribute, column: ColumnType(.text, isNullable: isOptional),
        isOptional: isOptional, valueType: Value.self, isComparable: false, isJSON: true)
    }

    /// The nil of an optional `Value`.
    private static var absent: Value? { Any?.none as? Value }
  }
}
