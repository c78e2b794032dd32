public import PerennialRecords

/// A value of a record that the program cannot have, and what the row shows instead: a later version of the program has
/// added the case of an enumeration, or has given the field another type.
public struct SubstitutedValue: Hashable, Codable, Sendable {
  /// The value of the record.
  public let value: RecordValue
  /// The value that the row shows.
  public let shown: RecordValue

  /// Creates a substituted value.
  public init(value: RecordValue, shown: RecordValue) {
    (self.value, self.shown) = (value, shown)
  }
}
