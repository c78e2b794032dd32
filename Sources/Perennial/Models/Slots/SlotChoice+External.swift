// The slot of a property with the option `.externalStorage` is chosen here, by overload resolution
// over the property's type. Values of a few bytes stay in their rows.

@inlinable
public func _externalSlot<Value: _ColumnValue>(_ type: Value.Type) -> _AttributeSlot<Value> {
  .init()
}

public func _externalSlot<Value: _ExternalValue>(
  _ type: Value.Type
) -> _ExternalSlot<_PlainContent<Value>> { .init() }

@inlinable
public func _externalSlot<Value: RawRepresentable & Codable>(
  _ type: Value.Type
) -> _RawValueSlot<Value> where Value.RawValue: _ColumnValue { .init() }

@inlinable
public func _externalSlot<Wrapped: RawRepresentable & Codable>(
  _ type: Wrapped?.Type
) -> _OptionalRawValueSlot<Wrapped> where Wrapped.RawValue: _ColumnValue { .init() }

@_disfavoredOverload
public func _externalSlot<Value: Codable>(
  _ type: Value.Type
) -> _ExternalSlot<_JSONContent<Value>> { .init() }

@available(
  *, unavailable,
  message:
    "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
)
@_disfavoredOverload
public func _externalSlot<Value>(_ type: Value.Type) -> _UnsupportedSlot<Value> { .init() }

@available(
  *, unavailable,
  message:
    "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
)
@_disfavoredOverload
public func _externalSlot<Value>(
  of value: @autoclosure @MainActor () -> Value
) -> _UnsupportedSlot<Value> { .init() }

// A property without a type annotation: the initial value determines the type and is not evaluated.
// Possibly only the main actor could evaluate it.

@inlinable
public func _externalSlot<Value: _ColumnValue>(
  of value: @autoclosure @MainActor () -> Value
) -> _AttributeSlot<Value> { .init() }

public func _externalSlot<Value: _ExternalValue>(
  of value: @autoclosure @MainActor () -> Value
) -> _ExternalSlot<_PlainContent<Value>> { .init() }

@inlinable
public func _externalSlot<Value: RawRepresentable & Codable>(
  of value: @autoclosure @MainActor () -> Value
) -> _RawValueSlot<Value> where Value.RawValue: _ColumnValue { .init() }

@_disfavoredOverload
public func _externalSlot<Value: Codable>(
  of value: @autoclosure @MainActor () -> Value
) -> _ExternalSlot<_JSONContent<Value>> { .init() }

// A property that is also `.transformable`.

public func _externalSlot<Value, Source: _TransformerSource>(
  _ type: Value.Type, _ source: Source.Type
) -> _ExternalSlot<_TransformedContent<Value, Source>> { .init() }

public func _externalSlot<Value, Source: _TransformerSource>(
  of value: @autoclosure @MainActor () -> Value, _ source: Source.Type
) -> _ExternalSlot<_TransformedContent<Value, Source>> { .init() }
