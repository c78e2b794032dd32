/// The numbers of what a hub has.
public struct HubStatistics: Equatable, Sendable, Codable {
  /// The number of accounts.
  public private(set) var accounts = 0
  /// The number of devices that are signed in.
  public private(set) var devices = 0
  /// The number of zones.
  public private(set) var zones = 0
  /// The number of records.
  public private(set) var records = 0
  /// The number of assets.
  public private(set) var assets = 0
  /// The number of bytes of assets.
  public private(set) var assetBytes: Int64 = 0
  /// The number of bytes of records and assets.
  public private(set) var bytes: Int64 = 0

  init() {}

  /// Takes the rows of the counting statements.
  package init(
    accounts: [Int64], devices: [Int64], zones: [Int64], records: [Int64], assets: [Int64]
  ) {
    func count(_ row: [Int64]) -> Int { Int(clamping: row.first ?? 0) }
    self.accounts = count(accounts)
    self.devices = count(devices)
    self.zones = count(zones)
    self.records = count(records)
    self.assets = count(assets)
    assetBytes = assets.last ?? 0
    bytes = accounts.last ?? 0
  }
}
