// The slot of a property is chosen here, by overload resolution over the property's type.

extension _Storage {
  /// The slot of a column value.
  @inlinable
  public static func slot<Value: ColumnValue>(_ type: Value.Type) -> AttributeSlot<Value> {
    .init()
  }

  /// The slot of an enumeration, or another type, with raw values.
  @inlinable
  public static func slot<Value: RawRepresentable & Codable>(
    _ type: Value.Type
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  /// The slot of an optional type with raw values.
  @inlinable
  public static func slot<Wrapped: RawRepresentable & Codable>(
    _ type: Wrapped?.Type
  ) -> OptionalRawValueSlot<Wrapped> where Wrapped.RawValue: ColumnValue { .init() }

  /// The slot of any other `Codable` value, as JSON.
  @_disfavoredOverload
  @inlinable
  public static func slot<Value: Codable>(_ type: Value.Type) -> CodableSlot<Value> { .init() }

  /// The slot of a to-one relationship.
  @inlinable
  public static func slot<Model: PersistentModel>(_ type: Model?.Type) -> ToOneSlot<Model> {
    .init()
  }

  /// The slot of a required to-one relationship.
  @inlinable
  public static func slot<Model: PersistentModel>(_ type: Model.Type) -> RequiredToOneSlot<Model> {
    .init()
  }

  /// The slot of a to-many relationship.
  @inlinable
  public static func slot<Model: PersistentModel>(_ type: [Model].Type) -> ToManySlot<Model> {
    .init()
  }

  /// The slot of an optional to-many relationship.
  @inlinable
  public static func slot<Model: PersistentModel>(_ type: [Model]?.Type) -> OptionalToManySlot<
    Model
  > {
    .init()
  }

  // A property without a type annotation: the initial value determines the type and is not evaluated.
  // Possibly only the main actor could evaluate it.

  /// The slot of a column value, by an initial value.
  @inlinable
  public static func slot<Value: ColumnValue>(
    of value: @autoclosure @MainActor () -> Value
  ) -> AttributeSlot<Value> { .init() }

  /// The slot of a type with raw values, by an initial value.
  @inlinable
  public static func slot<Value: RawRepresentable & Codable>(
    of value: @autoclosure @MainActor () -> Value
  ) -> RawValueSlot<Value> where Value.RawValue: ColumnValue { .init() }

  /// The slot of any other `Codable` value, by an initial value.
  @_disfavoredOverload
  @inlinable
  public static func slot<Value: Codable>(of value: @autoclosure @MainActor () -> Value)
    -> CodableSlot<Value>
  {
    .init()
  }

  /// The slot of a required to-one relationship, by an initial value.
  @inlinable
  public static func slot<Model: PersistentModel>(
    of value: @autoclosure @MainActor () -> Model
  ) -> RequiredToOneSlot<Model> { .init() }

  /// The slot of a to-many relationship, by an initial value.
  @inlinable
  public static func slot<Model: PersistentModel>(
    of value: @autoclosure @MainActor () -> [Model]
  ) -> ToManySlot<Model> { .init() }

  /// Reports a property whose type cannot be stored.
  @available(
    *, unavailable,
    message:
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
  )
  @_disfavoredOverload
  public static func slot<Value>(_ type: Value.Type) -> UnsupportedSlot<Value> { .init() }

  /// Reports a property whose type cannot be stored.
  @available(
    *, unavailable,
    message:
      "a persisted property must be Codable, a model or an array of models; mark other properties @Transient"
  )
  @_disfavoredOverload
  public static func slot<Value>(
    of value: @autoclosure @MainActor () -> Value
  ) -> UnsupportedSlot<Value> { .init() }
}
