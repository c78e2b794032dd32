extension _Storage {
  /// A `@Transient` property: observed, never stored.
  ///
  /// The slot is empty until the property is first set, or first read in an object from the store. On
  /// the first read, the getter that `@Model` generates evaluates the property's default.
  @frozen
  public struct TransientSlot<Value> {
    /// The value; nil before it is set or first read.
    public var value: Value?

    /// Creates an empty slot.
    @inlinable
    public init() { value = nil }

    /// Sets the first value, from an initialiser of the model.
    @inlinable
    public mutating func initialize(_ value: Value) { self.value = value }
  }

  /// Returns the slot of a transient property with a type annotation.
  @inlinable
  public static func transientSlot<Value>(_ type: Value.Type) -> TransientSlot<Value> { .init() }

  /// Returns the slot of a transient property without a type annotation. The initial value is not
  /// evaluated.
  @inlinable
  public static func transientSlot<Value>(of value: @autoclosure @MainActor () -> Value)
    -> TransientSlot<Value>
  {
    .init()
  }
}
