// The slot of a property with the option `.externalStorage` is chosen here, by overload resolution
// over the property's type. Values of a few bytes stay in their rows.

extension _Storage {
  /// The slot of a column value: the value stays in its row.
  @inlinable
  public static func externalSlot<Value: ColumnValue>(_ type: Value.Type) -> AttributeSlot<Value> {
    .init()
  }

  /// The slot of data or text.
  public static func externalSlot<Value: ExternalValue>(
    _ type: Value.Type
  ) -> ExternalSlot<PlainContent<Value>> { .init() }

  /// The slot of an enumeration with raw values: the raw value stays in its row.
  @inlinable
  public static func externalSlot<Value: RawRepresentable & Codable>(
    _ type: Value.Type
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  /// The slot of an optional enumeration with raw values: the raw value stays in its row.
  @inlinable
  public static func externalSlot<Wrapped: RawRepresentable & Codable>(
    _ type: Wrapped?.Type
  ) -> OptionalRawValueSlot<Wrapped> where Wrapped.RawValue: ColumnValue { .init() }

  /// The slot of any other `Codable` value, as JSON.
  @_disfavoredOverload
  public static func externalSlot<Value: Codable>(
    _ type: Value.Type
  ) -> ExternalSlot<JSONContent<Value>> { .init() }

  /// Reports a property whose type cannot be stored.
  @available(
    *, unavailable,
    message:
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
  )
  @_disfavoredOverload
  public static func externalSlot<Value>(_ type: Value.Type) -> UnsupportedSlot<Value> { .init() }

  /// Reports a property whose type cannot be stored.
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

  /// The slot of a column value, by an initial value.
  @inlinable
  public static func externalSlot<Value: ColumnValue>(
    of value: @autoclosure @MainActor () -> Value
  ) -> AttributeSlot<Value> { .init() }

  /// The slot of data or text, by an initial value.
  public static func externalSlot<Value: ExternalValue>(
    of value: @autoclosure @MainActor () -> Value
  ) -> ExternalSlot<PlainContent<Value>> { .init() }

  /// The slot of an enumeration with raw values, by an initial value.
  @inlinable
  public static func externalSlot<Value: RawRepresentable & Codable>(
    of value: @autoclosure @MainActor () -> Value
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  /// The slot of any other `Codable` value, by an initial value.
  @_disfavoredOverload
  public static func externalSlot<Value: Codable>(
    of value: @autoclosure @MainActor () -> Value
  ) -> ExternalSlot<JSONContent<Value>> { .init() }

  // A property that is also `.transformable`.

  /// The slot of a property with a type annotation.
  public static func externalSlot<Value, Source: TransformerSource>(
    _ type: Value.Type, _ source: Source.Type
  ) -> ExternalSlot<TransformedContent<Value, Source>> { .init() }

  /// The slot of a property without a type annotation.
  public static func externalSlot<Value, Source: TransformerSource>(
    of value: @autoclosure @MainActor () -> Value, _ source: Source.Type
  ) -> ExternalSlot<TransformedContent<Value, Source>> { .init() }
}
