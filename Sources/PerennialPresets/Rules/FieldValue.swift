package import Perennial

/// The value of a field of a record.
///
/// The order decides nothing but what would otherwise be left to chance, such as two values with the same
/// stamp. It must be total.
package protocol FieldValue: Hashable, Comparable, Sendable {
  /// The record that the value refers to, if it is a reference.
  var target: RecordName? { get }

  /// The value with references to records that were merged into others led to those.
  func following(_ redirects: Redirects) -> Self
}
