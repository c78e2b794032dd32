/// A link of a many-to-many relationship, identified by its join table and its keys.
struct Link: Hashable, Sendable {
  let table: String
  let source: Int64
  let target: Int64
}

/// The change of a link.
struct LinkChange {
  /// `true` if the link exists after the save; nil if only the order key of an existing link changes.
  var exists: Bool?
  /// The new order keys at both ends; nil to keep the stored ones.
  var position: Int64?
  var inversePosition: Int64?
}

/// The to-many relationship of one object.
struct ObjectCollection: Hashable {
  /// The number of the object's entity in its container.
  let table: UInt16
  let rowID: Int64
  let property: Int
}
