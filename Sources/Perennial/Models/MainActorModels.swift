// The members that `@Model` writes read properties and key paths wherever a context works. A class may
// belong to the main actor, by its own attribute or by that of a protocol, and then only the main actor
// can form its key paths. The stored properties behind them belong to no actor.

/// The result of a closure of the main actor, called where the caller runs.
@inlinable
public func _unisolated<Value>(_ body: @MainActor () -> Value) -> Value {
  withoutActuallyEscaping(body) { body in
    unsafeBitCast(body, to: (() -> Value).self)()
  }
}

/// The result of a closure of the main actor that reads a model, called where the caller runs.
@inlinable
public func _unisolated<Model, Value>(_ model: Model, _ body: @MainActor (Model) -> Value) -> Value
{
  withoutActuallyEscaping(body) { body in
    unsafeBitCast(body, to: ((Model) -> Value).self)(model)
  }
}
