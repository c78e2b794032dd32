/// The use of an account's space.
public struct HubUsage: Equatable, Sendable {
  /// The name of the account.
  public let account: String
  /// The bytes of records and assets.
  public let bytes: Int64
  /// The greatest number of bytes.
  public let limit: Int64
  /// The number of records.
  public let records: Int
  /// The zones with data.
  public let zones: [String]
}
