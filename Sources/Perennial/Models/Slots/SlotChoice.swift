// The slot of a property is chosen here, by overload resolution over the property's type.

@inlinable
public func _slot<Value: _ColumnValue>(_ type: Value.Type) -> _AttributeSlot<Value> { .init() }

@inlinable
public func _slot<Value: RawRepresentable & Codable>(
  _ type: Value.Type
) -> _RawValueSlot<Value> where Value.RawValue: _ColumnValue { .init() }

@inlinable
public func _slot<Wrapped: RawRepresentable & Codable>(
  _ type: Wrapped?.Type
) -> _OptionalRawValueSlot<Wrapped> where Wrapped.RawValue: _ColumnValue { .init() }

@_disfavoredOverload
@inlinable
public func _slot<Value: Codable>(_ type: Value.Type) -> _CodableSlot<Value> { .init() }

@inlinable
public func _slot<Model: PersistentModel>(_ type: Model?.Type) -> _ToOneSlot<Model> { .init() }

@inlinable
public func _slot<Model: PersistentModel>(_ type: Model.Type) -> _RequiredToOneSlot<Model> {
  .init()
}

@inlinable
public func _slot<Model: PersistentModel>(_ type: [Model].Type) -> _ToManySlot<Model> { .init() }

@inlinable
public func _slot<Model: PersistentModel>(_ type: [Model]?.Type) -> _OptionalToManySlot<Model> {
  .init()
}

// A property without a type annotation: the initial value determines the type and is not evaluated.
// Possibly only the main actor could evaluate it.

@inlinable
public func _slot<Value: _ColumnValue>(
  of value: @autoclosure @MainActor () -> Value
) -> _AttributeSlot<Value> { .init() }

@inlinable
public func _slot<Value: RawRepresentable & Codable>(
  of value: @autoclosure @MainActor () -> Value
) -> _RawValueSlot<Value> where Value.RawValue: _ColumnValue { .init() }

@_disfavoredOverload
@inlinable
public func _slot<Value: Codable>(of value: @autoclosure @MainActor () -> Value) -> _CodableSlot<
  Value
> {
  .init()
}

@inlinable
public func _slot<Model: PersistentModel>(
  of value: @autoclosure @MainActor () -> Model
) -> _RequiredToOneSlot<Model> { .init() }

@inlinable
public func _slot<Model: PersistentModel>(
  of value: @autoclosure @MainActor () -> [Model]
) -> _ToManySlot<Model> { .init() }

@available(
  *, unavailable,
  message:
    "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
)
@_disfavoredOverload
public func _slot<Value>(_ type: Value.Type) -> _UnsupportedSlot<Value> { .init() }

@available(
  *, unavailable,
  message:
    "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
)
@_disfavoredOverload
public func _slot<Value>(
  of value: @autoclosure @MainActor () -> Value
) -> _UnsupportedSlot<Value> { .init() }
