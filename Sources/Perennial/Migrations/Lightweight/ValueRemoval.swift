/// A property that a migration removes, with the values or links that objects have.
struct ValueRemoval {
  /// The property as errors and logs name it, such as `Parcel.note`.
  let name: String
  /// A query for the number of objects that have a value.
  let query: String

  /// A removal that affects objects.
  struct Found: CustomStringConvertible {
    let name: String
    let count: Int64

    var description: String { "\(name) of \(count) object\(count == 1 ? "" : "s")" }
  }

  /// Returns the removal with the number of its objects; nil if no object has a value.
  func found(on connection: Connection) throws -> Found? {
    guard let count = try connection.integers(query).first, count > 0 else { return nil }
    return Found(name: name, count: count)
  }
}
