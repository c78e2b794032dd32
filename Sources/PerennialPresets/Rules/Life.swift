package import Perennial

/// A person's last word on whether a record is to be there.
package struct Life: Hashable, Sendable {
  package let stamp: Stamp
  package let isDeleted: Bool

  package init(stamp: Stamp, isDeleted: Bool) {
    self.stamp = stamp
    self.isDeleted = isDeleted
  }
}

/// The later word, and of two with one stamp the deletion.
extension Life: Joinable {
  package mutating func join(_ other: Life) {
    if stamp == other.stamp {
      self = isDeleted ? self : other
    } else if stamp < other.stamp {
      self = other
    }
  }
}
