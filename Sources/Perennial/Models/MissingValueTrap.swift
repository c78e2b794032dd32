/// The last step of the search for a value, when none exists.
enum MissingValueTrap {
  /// Stops the program.
  ///
  /// This function is called only when a property of a non-optional type without a default is read
  /// from an object that has no row, and the type cannot be decoded from zeros either. Then no
  /// value of the type exists, and a Swift function cannot return without one. A context's look-up
  /// that throws never returns such an object.
  static func value<Value>(_ type: Value.Type) -> Value {
    fatalError("a value of \(type) was read, but none was set")
  }
}
