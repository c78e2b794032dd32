import PerennialRecords

/// The clock of a store as its file contains it. Documentation/FileFormat.md is the contract.
///
/// The last transaction of the history has the latest time. The metadata have a time where the history
/// does not have it: in a store without a history, and after the last transactions were deleted.
struct ClockRecord {
  /// A time that no stamp in the store is later than.
  let latest: HybridTime
  let device: DeviceIdentifier?
  /// The place of the file for which the device was drawn.
  let place: FileIdentity?
  /// The milliseconds by which the machine's clock differs from the hub's.
  let correction: Int64

  private static let timeKey = "clock"
  private static let deviceKey = "device"
  private static let placeKey = "place"
  private static let correctionKey = "clock_correction"
  private static let floorKey = "clock_floor"

  /// Reads the clock.
  init(on connection: Connection) throws {
    var values: [String: String] = [:]
    try connection.rows(
      """
      SELECT key, value FROM \(StoreMetadata.table) \
      WHERE key IN ('\(Self.timeKey)', '\(Self.deviceKey)', '\(Self.placeKey)', \
      '\(Self.correctionKey)', '\(Self.floorKey)')
      """, isCounted: false
    ) { row in
      values[row.string()] = row.string()
    }
    let metadata = values[Self.timeKey].flatMap { Int64($0) } ?? 0
    let floor = values[Self.floorKey].flatMap { Int64($0) } ?? 0
    let history =
      try HistoryTables.exist(on: connection)
      ? HistoryTables.lastStamp(after: floor, on: connection) : 0
    latest = HybridTime(rawValue: max(metadata, history)) ?? .zero
    device = values[Self.deviceKey].flatMap { Int64($0) }
      .flatMap(DeviceIdentifier.init(rawValue:))
    place = values[Self.placeKey].flatMap(FileIdentity.init(text:))
    correction = values[Self.correctionKey].flatMap { Int64($0) } ?? 0
  }

  /// Records a time, if the metadata have no later one.
  static func advance(to time: HybridTime, on connection: Connection) throws {
    let former = try StoreMetadata.value(timeKey, on: connection).flatMap { Int64($0) } ?? 0
    if time.rawValue <= former { return }
    try StoreMetadata.set(timeKey, String(time.rawValue), on: connection)
  }

  /// Sets the clock, also to an earlier time than that of the last transaction.
  ///
  /// - Parameters:
  ///   - latest: The time that all later stamps are after.
  ///   - correction: The milliseconds by which the machine's clock differs from the hub's.
  ///   - number: The number of the last transaction whose stamp does not count any more.
  static func set(
    latest: HybridTime, correction: Int64, after number: Int64, on connection: Connection
  ) throws {
    try StoreMetadata.set(timeKey, String(latest.rawValue), on: connection)
    try StoreMetadata.set(correctionKey, String(correction), on: connection)
    try StoreMetadata.set(floorKey, String(number), on: connection)
  }

  static func set(_ place: FileIdentity, on connection: Connection) throws {
    try StoreMetadata.set(placeKey, place.text, on: connection)
  }

  static func set(
    _ device: DeviceIdentifier, _ place: FileIdentity?, on connection: Connection
  ) throws {
    try StoreMetadata.set(deviceKey, String(device.rawValue), on: connection)
    try StoreMetadata.set(placeKey, place?.text, on: connection)
  }

  /// Removes the device, so that the next transaction draws a new one.
  static func removeDevice(on connection: Connection) throws {
    try StoreMetadata.set(deviceKey, nil, on: connection)
    try StoreMetadata.set(placeKey, nil, on: connection)
  }
}
