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

  /// Returns the value of a counter: its start with what devices have added to it.
  ///
  /// - Parameters:
  ///   - start: The start; nil if the counter has none, and begins at 0. A start that is not a whole number does
  ///     not count.
  ///   - amount: The sum of what devices have added.
  static func counter(from start: Self?, adding amount: Int64) -> Self?
}

extension FieldValue {
  /// Returns the start: a type of values without whole numbers has no counters.
  public static func counter(from start: Self?, adding amount: Int64) -> Self? { start }
}
