/// The user's latest decision to delete or to restore a record.
public struct DeletionState: Hashable, Sendable {
  public let stamp: Stamp
  public let isDeleted: Bool

  public init(stamp: Stamp, isDeleted: Bool) {
    self.stamp = stamp
    self.isDeleted = isDeleted
  }
}

/// The join is the later decision. Of two decisions with one stamp, it is the deletion.
extension DeletionState: Mergeable {
  public mutating func join(_ other: DeletionState) {
    if stamp == other.stamp {
      self = isDeleted ? self : other
    } else if stamp < other.stamp {
      self = other
    }
  }
}
