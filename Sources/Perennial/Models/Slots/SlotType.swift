extension _Storage {
  /// The stored property that `@Model` adds for a constant. It contains nothing, and defines the type
  /// of the slot that reads and writes the constant's column.
  @frozen
  public struct ConstantSlot<S: Slot>: Sendable {
    @inlinable
    init() {}
  }

  /// Returns the stored property for a constant, of the type of its slot. The slot is not
  /// evaluated.
  @inlinable
  public static func constantSlot<S: Slot>(_ slot: @autoclosure () -> S) -> ConstantSlot<S> {
    .init()
  }

  /// Returns the type of the slot that a closure reads. The closure is not called.
  @inlinable
  public static func slotType<Model, S: Slot>(_ slot: (Model) -> S) -> S.Type { S.self }

  /// Returns the type of the slot of a constant. The closure is not called.
  @inlinable
  public static func slotType<Model, S: Slot>(_ slot: (Model) -> ConstantSlot<S>) -> S.Type {
    S.self
  }
}
