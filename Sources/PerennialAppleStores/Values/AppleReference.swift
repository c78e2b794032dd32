/// A reference to an object of a store: the name of its entity, and its primary key.
public struct AppleReference: Hashable, Sendable {
  /// The name of the object's entity.
  public let entity: String
  /// The primary key of its row.
  public let key: Int64

  /// Creates a reference.
  public init(entity: String, key: Int64) {
    (self.entity, self.key) = (entity, key)
  }
}
