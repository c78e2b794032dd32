/// An existing row that a new object turns out to be, because it has the same unique values, or because a
/// custom store has given it the key of the row.
struct FoundRow {
  /// The key of the new object.
  let new: Int64
  /// The key of the row.
  let existing: Int64
  let entity: ContainerEntity
}
