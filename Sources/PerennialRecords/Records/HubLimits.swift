/// The limits of a hub.
public enum HubLimits {
  /// The most bytes of the JSON form of a record: 1 MiB.
  public static let recordBytes = 1 << 20
  /// The most bytes of a request: 1 MiB, and one record.
  public static let requestBytes = 2 << 20
  /// The most bytes of an asset: 64 MiB.
  public static let assetBytes = 64 << 20
  /// The most records of a request or a page.
  public static let records = 2000
}
