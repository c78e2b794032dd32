/// The stored property that `@Model` adds for a constant. It contains nothing, and defines the type
/// of the slot that reads and writes the constant's column.
@frozen
public struct _ConstantSlot<S: _Slot>: Sendable {
  @inlinable
  init() {}
}

@inlinable
public func _constantSlot<S: _Slot>(_ slot: @autoclosure () -> S) -> _ConstantSlot<S> { .init() }

/// Returns the type of the slot that a closure reads. The closure is not called.
@inlinable
public func _slotType<Model, S: _Slot>(_ slot: (Model) -> S) -> S.Type { S.self }

/// Returns the type of the slot of a constant. The closure is not called.
@inlinable
public func _slotType<Model, S: _Slot>(_ slot: (Model) -> _ConstantSlot<S>) -> S.Type { S.self }
