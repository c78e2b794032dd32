package import Perennial

/// What a person wrote into a field, and when.
///
/// A field that nobody has written has no cell; what it shows is the catalog's.
package struct Cell<Value: FieldValue>: Hashable, Sendable {
  /// When and where it was written.
  package let stamp: Stamp
  package let value: Value
  /// What the catalog said of the field at the time, or nil if it said nothing or that is not known.
  package let base: Value?

  package init(stamp: Stamp, value: Value, base: Value? = nil) {
    self.stamp = stamp
    self.value = value
    self.base = base
  }
}

/// The later write, and of two with one stamp the greater: there are such if a device was cloned.
extension Cell: Joinable {
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
