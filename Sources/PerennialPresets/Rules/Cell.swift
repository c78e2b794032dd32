package import Perennial

/// A value that the user has written into a field, with its stamp.
///
/// A field that the user has not written has no cell. It shows the catalog's value.
package struct Cell<Value: FieldValue>: Hashable, Sendable {
  /// The time and the device of the write.
  package let stamp: Stamp
  package let value: Value
  /// The catalog's value of the field at the time; nil if there was none or if it is unknown.
  package let base: Value?

  package init(stamp: Stamp, value: Value, base: Value? = nil) {
    self.stamp = stamp
    self.value = value
    self.base = base
  }
}

/// The join is the later write. Of two writes with one stamp, which a cloned device can produce, it is
/// the greater value.
extension Cell: Mergeable {
  package mutating func join(_ other: Cell) {
    if precedes(other) { self = other }
  }

  private func precedes(_ other: Cell) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if value != other.value { return value < other.value }
    guard let otherBase = other.base else { return false }
    return base.map { $0 < otherBase } ?? true
  }
}
