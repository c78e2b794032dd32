/// A `@Transient` property: observed, never stored.
///
/// The slot is empty until the property is first set, or first read in an object from the store. On
/// the first read, the getter that `@Model` generates evaluates the property's default.
@frozen
public struct _TransientSlot<Value> {
  public var value: Value?

  @inlinable
  public init() { value = nil }

  @inlinable
  public mutating func initialize(_ value: Value) { self.value = value }
}

@inlinable
public func _transientSlot<Value>(_ type: Value.Type) -> _TransientSlot<Value> { .init() }

@inlinable
public func _transientSlot<Value>(of value: @autoclosure @MainActor () -> Value) -> _TransientSlot<
  Value
> {
  .init()
}
