/// A collection that the program is changing in place.
struct LentCollection {
  /// The identity of the object that has the collection; if it is an alias, that of its original.
  var owner: ObjectIdentifier
  /// The index of the property.
  let index: Int
  /// The members, as they were when the change began, and what has become of them since.
  let cache: ToManyCache
  /// `true` if the list is long enough for its changes to be recorded.
  let isLong: Bool
}
