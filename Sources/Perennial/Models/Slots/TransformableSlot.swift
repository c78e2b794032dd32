import Foundation

/// A value that a ``ValueTransformer`` converts to data. The column holds the data.
public struct _TransformableSlot<Value, Source: _TransformerSource>: _Slot {
  /// Nil while no value is loaded.
  private var value: Value?

  private static var transformation: Transformation {
    Transformation(name: Source._option.transformerName ?? "")
  }

  public init() { value = nil }

  public init(_ row: inout _Row) {
    if row._isNull {
      row.skip(1)
      value = Any?.none as? Value
      return
    }
    let data = row.bytes { Data($0) }
    do {
      value = try Self.transformation.value(Value.self, from: data)
    } catch {
      value = nil
      row.failBehind(error)
    }
  }

  public func _bind(_ binder: inout _Binder) {
    guard let content else { return binder.bindNull() }
    do {
      let data = try Self.transformation.data(of: content)
      data.withUnsafeBytes { binder.bind($0) }
    } catch {
      binder.fail((error as? SwiftDataError)?.explanation ?? "\(error)")
    }
  }

  public mutating func initialize(_ value: Value) { self.value = value }

  public mutating func replace(_ value: Value) { self.value = value }

  public func get(_ owner: some PersistentModel, _ index: Int) -> Value {
    if let value { return value }
    return _missingValue(Value.self, owner, index)
  }

  public func _constant() -> Value? { value }

  public var _sqlValue: _SQLValueBox {
    get throws {
      guard let content else { return _SQLValueBox(.null) }
      return _SQLValueBox(.blob(try Self.transformation.data(of: content)))
    }
  }

  public static var _description: _SlotDescription {
    let isOptional = Value.self is any OptionalValue.Type
    return _SlotDescription(
      kind: .attribute, column: _ColumnDescription(.blob, isNullable: isOptional),
      isOptional: isOptional, valueType: Value.self, isComparable: false)
  }

  /// The value, unless it is nil.
  private var content: Any? {
    guard let value else { return nil }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.unwrapped
  }
}

/// Provides the transformer of one property. `@Model` generates a type for each transformable
/// property.
public protocol _TransformerSource {
  static var _option: Schema.Attribute.Option { get }
}

public func _transformableSlot<Value, Source: _TransformerSource>(
  _ type: Value.Type, _ source: Source.Type
) -> _TransformableSlot<Value, Source> { .init() }

public func _transformableSlot<Value, Source: _TransformerSource>(
  of value: @autoclosure @MainActor () -> Value, _ source: Source.Type
) -> _TransformableSlot<Value, Source> { .init() }
