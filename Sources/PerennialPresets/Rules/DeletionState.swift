package import Perennial

/// The user's latest decision to delete or to restore a record.
package struct DeletionState: Hashable, Sendable {
  package let stamp: Stamp
  package let isDeleted: Bool

  package init(stamp: Stamp, isDeleted: Bool) {
    self.stamp = stamp
    self.isDeleted = isDeleted
  }
}

/// The join is the later decision. Of two decisions with one stamp, it is the deletion.
extension DeletionState: Mergeable {
  package mutating func join(_ other: DeletionState) {
    if stamp == other.stamp {
      self = isDeleted ? self : other
    } else if stamp < other.stamp {
      self = other
    }
  }
}
