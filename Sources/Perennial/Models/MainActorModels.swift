// The members that `@Model` generates use properties and key paths on any thread on which a context
// runs. A class may be isolated to the main actor, by its own attribute or by a protocol's. Then
// only the main actor can form its key paths. The stored properties behind them are not isolated.

extension _Model {
  /// Returns the result of a main-actor closure, called on the caller's thread.
  @inlinable
  public static func unisolated<Value>(_ body: @MainActor () -> Value) -> Value {
    withoutActuallyEscaping(body) { body in
      unsafeBitCast(body, to: (() -> Value).self)()
    }
  }

  /// Returns the result of a main-actor closure that reads a model, called on the caller's thread.
  @inlinable
  public static func unisolated<Model, Value>(_ model: Model, _ body: @MainActor (Model) -> Value)
    -> Value
  {
    withoutActuallyEscaping(body) { body in
      unsafeBitCast(body, to: ((Model) -> Value).self)(model)
    }
  }
}
