/// The stored property that `@Model` puts beside a constant: the type of the slot that reads and
/// writes the constant's column, and nothing else.
@frozen
public struct _ConstantSlot<S: _Slot>: Sendable {
  @inlinable
  init() {}
}

@inlinable
public func _constantSlot<S: _Slot>(_ slot: @autoclosure () -> S) -> _ConstantSlot<S> { .init() }

/// The type of the slot that a closure reads. The closure is not called.
@inlinable
public func _slotType<Model, S: _Slot>(_ slot: (Model) -> S) -> S.Type { S.self }

/// The type of the slot of a constant. The closure is not called.
@inlinable
public func _slotType<Model, S: _Slot>(_ slot: (Model) -> _ConstantSlot<S>) -> S.Type { S.self }
