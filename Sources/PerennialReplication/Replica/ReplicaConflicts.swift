/// The conflicts that merges have decided and that no user has.
public protocol ReplicaConflicts {
  /// The conflicts that merges have decided and that no user has, the earliest first.
  var conflicts: [RecordConflict] { get throws }
  /// The number of these conflicts.
  var conflictCount: Int { get throws }
  /// Notes a conflict that a merge has decided. A store bounds their number, and forgets the earliest.
  func write(_ conflict: RecordConflict) throws
  /// Forgets a conflict.
  func remove(_ conflict: RecordConflict) throws
}
