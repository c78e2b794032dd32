/// A value that the user has written into a field, with its stamp.
///
/// A field that the user has not written has no edit. It shows the catalog's value.
public struct FieldEdit<Value: FieldValue>: Hashable, Sendable {
  /// The time and the device of the write.
  public let stamp: Stamp
  /// The value that the user has written.
  public let value: Value
  /// The catalog's value of the field at the time; nil if there was none or if it is unknown.
  public let base: Value?

  /// Creates an edit. Without a `base`, the catalog's value at the time is unknown.
  public init(stamp: Stamp, value: Value, base: Value? = nil) {
    self.stamp = stamp
    self.value = value
    self.base = base
  }
}

/// The join is the later write. Of two writes with one stamp, which a cloned device can produce, it is
/// the greater value.
extension FieldEdit: Mergeable {
  /// Takes the later write; of two writes with one stamp, the greater value.
  public mutating func join(_ other: FieldEdit) {
    if precedes(other) { self = other }
  }

  private func precedes(_ other: FieldEdit) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    if value != other.value { return value < other.value }
    guard let otherBase = other.base else { return false }
    return base.map { $0 < otherBase } ?? true
  }
}
