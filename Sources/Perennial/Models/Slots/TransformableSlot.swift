import Foundation

extension _Storage {
  /// A value that a ``ValueTransformer`` converts to data. The column holds the data.
  public struct TransformableSlot<Value, Source: TransformerSource>: Slot {
    /// Nil while no value is loaded.
    private var value: Value?

    /// Creates an empty slot.
    public init() { value = nil }

    public init(_ row: inout Row) {
      if row._isNull {
        row.skip(1)
        value = Any?.none as? Value
        return
      }
      let data = row.bytes { Data($0) }
      do {
        value = try TransformedContent<Value, Source>._value(from: data)
      } catch {
        value = nil
        row.failBehind(error)
      }
    }

    public func _bind(_ binder: inout Binder) {
      do {
        guard let data = try data else { return binder.bindNull() }
        data.withUnsafeBytes { binder.bind($0) }
      } catch {
        binder.fail((error as? SwiftDataError)?.explanation ?? "\(error)")
      }
    }

    /// Sets the first value.
    public mutating func initialize(_ value: Value) { self.value = value }

    /// Sets a new value.
    public mutating func replace(_ value: Value) { self.value = value }

    /// Returns the value; a replacement if none is loaded.
    public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
      if let value { return value }
      return _Model.missingValue(Value.self, of: owner, at: index)
    }

    public func _constant() -> Value? { value }

    public var _sqlValue: SQLValueBox {
      get throws { SQLValueBox(try data.map(SQLValue.blob) ?? .null) }
    }

    public static var _description: SlotDescription {
      let isOptional = Value.self is any OptionalValue.Type
      return SlotDescription(
        kind: .attribute, column: ColumnType(.blob, isNullable: isOptional),
        isOptional: isOptional, valueType: Value.self, isComparable: false)
    }

    /// The data of the value; nil if there is none.
    private var data: Data? {
      get throws { try value.flatMap { try TransformedContent<Value, Source>._data(of: $0) } }
    }
  }

  /// Provides the transformer of one property. `@Model` generates a type for each transformable
  /// property.
  public protocol TransformerSource {
    /// The option of the property's attribute, `.transformable(by:)`, which names the transformer.
    static var _option: Schema.Attribute.Option { get }
  }

  /// Returns the slot of a transformable property with a type annotation.
  public static func transformableSlot<Value, Source: TransformerSource>(
    _ type: Value.Type, _ source: Source.Type
  ) -> TransformableSlot<Value, Source> { .init() }

  /// Returns the slot of a transformable property without a type annotation. The initial value is
  /// not evaluated.
  public static func transformableSlot<Value, Source: TransformerSource>(
    of value: @autoclosure @MainActor () -> Value, _ source: Source.Type
  ) -> TransformableSlot<Value, Source> { .init() }
}
