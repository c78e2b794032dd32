// The slot of a property with the option `.externalStorage` is chosen here, by overload resolution
// over the property's type. Values of a few bytes stay in their rows.

extension _Storage {
  @inlinable
  public static func externalSlot<Value: ColumnValue>(_ type: Value.Type) -> AttributeSlot<Value> {
    .init()
  }

  public static func externalSlot<Value: ExternalValue>(
    _ type: Value.Type
  ) -> ExternalSlot<PlainContent<Value>> { .init() }

  @inlinable
  public static func externalSlot<Value: RawRepresentable & Codable>(
    _ type: Value.Type
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  @inlinable
  public static func externalSlot<Wrapped: RawRepresentable & Codable>(
    _ type: Wrapped?.Type
  ) -> OptionalRawValueSlot<Wrapped> where Wrapped.RawValue: ColumnValue { .init() }

  @_disfavoredOverload
  public static func externalSlot<Value: Codable>(
    _ type: Value.Type
  ) -> ExternalSlot<JSONContent<Value>> { .init() }

  @available(
    *, unavailable,
    message:
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
  )
  @_disfavoredOverload
  public static func externalSlot<Value>(_ type: Value.Type) -> UnsupportedSlot<Value> { .init() }

  @available(
    *, unavailable,
    message:
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
  )
  @_disfavoredOverload
  public static func externalSlot<Value>(
    of value: @autoclosure @MainActor () -> Value
  ) -> UnsupportedSlot<Value> { .init() }

  // A property without a type annotation: the initial value determines the type and is not evaluated.
  // Possibly only the main actor could evaluate it.

  @inlinable
  public static func externalSlot<Value: ColumnValue>(
    of value: @autoclosure @MainActor () -> Value
  ) -> AttributeSlot<Value> { .init() }

  public static func externalSlot<Value: ExternalValue>(
    of value: @autoclosure @MainActor () -> Value
  ) -> ExternalSlot<PlainContent<Value>> { .init() }

  @inlinable
  public static func externalSlot<Value: RawRepresentable & Codable>(
    of value: @autoclosure @MainActor () -> Value
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  @_disfavoredOverload
  public static func externalSlot<Value: Codable>(
    of value: @autoclosure @MainActor () -> Value
  ) -> ExternalSlot<JSONContent<Value>> { .init() }

  // A property that is also `.transformable`.

  public static func externalSlot<Value, Source: TransformerSource>(
    _ type: Value.Type, _ source: Source.Type
  ) -> ExternalSlot<TransformedContent<Value, Source>> { .init() }

  public static func externalSlot<Value, Source: TransformerSource>(
    of value: @autoclosure @MainActor () -> Value, _ source: Source.Type
  ) -> ExternalSlot<TransformedContent<Value, Source>> { .init() }
}
