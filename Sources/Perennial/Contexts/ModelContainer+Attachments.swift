extension ModelContainer {
  /// Returns the value that another module keeps with the container. There is one value per type.
  package func attachment<Value: Sendable>(_ type: Value.Type) -> Value? {
    coordinator.attachment(type)
  }

  /// Keeps a value with the container, in place of the former one of its type.
  package func attach<Value: Sendable>(_ value: Value) {
    coordinator.attach(value)
  }
}
