/// The value of a field of a record.
///
/// The order only makes arbitrary choices deterministic, such as the one between two values with the
/// same stamp. It must be total.
public protocol FieldValue: Hashable, Comparable, Sendable {
  /// The record that the value references; nil if the value isn't a reference.
  var target: RecordName? { get }

  /// Returns the value with its references redirected to the records that the referenced records were
  /// merged into.
  func following(_ redirects: Redirects) -> Self
}
