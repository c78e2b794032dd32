/// The end of the search for a value where none exists.
enum Vacant {
  /// Stops the program.
  ///
  /// Reached only when a property of a non-optional type without a default is read from an object
  /// that has no row, and the type cannot be decoded from zeros either: no value of it can be had
  /// from anywhere, and Swift has no way to return without one. The throwing look-up of a context
  /// never gives out such an object.
  static func value<Value>(_ type: Value.Type) -> Value {
    fatalError("there is no value of \(type) to read")
  }
}
