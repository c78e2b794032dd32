/// A `@Transient` property: observed, never stored.
///
/// It is empty until the property is first set, or first read in an object that came from the
/// store; the getter that `@Model` writes then evaluates the property's default.
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
