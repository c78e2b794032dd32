/// The user's latest decision to delete or to restore a record.
public struct DeletionState: Hashable, Sendable {
  /// The time and the device of the decision.
  public let stamp: Stamp
  /// `true` if the user has deleted the record, `false` if the user has restored it.
  public let isDeleted: Bool

  /// Creates a decision.
  public init(stamp: Stamp, isDeleted: Bool) {
    self.stamp = stamp
    self.isDeleted = isDeleted
  }
}

/// The join is the later decision. Of two decisions with one stamp, it is the deletion.
extension DeletionState: Mergeable {
  /// Takes the later decision; of two decisions with one stamp, the deletion.
  public mutating func join(_ other: DeletionState) {
    if stamp == other.stamp {
      self = isDeleted ? self : other
    } else if stamp < other.stamp {
      self = other
    }
  }
}
