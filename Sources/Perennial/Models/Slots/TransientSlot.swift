extension _Storage {
  /// A `@Transient` property: observed, never stored.
  ///
  /// The slot is empty until the property is first set, or first read in an object from the store. On
  /// the first read, the getter that `@Model` generates evaluates the property's default.
  @frozen
  public struct TransientSlot<Value> {
    public var value: Value?

    @inlinable
    public init() { value = nil }

    @inlinable
    public mutating func initialize(_ value: Value) { self.value = value }
  }

  @inlinable
  public static func transientSlot<Value>(_ type: Value.Type) -> TransientSlot<Value> { .init() }

  @inlinable
  public static func transientSlot<Value>(of value: @autoclosure @MainActor () -> Value)
    -> TransientSlot<Value>
  {
    .init()
  }
}
