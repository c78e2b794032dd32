import PerennialRecords

/// The clock of a store as its file contains it. Documentation/FileFormat.md is the contract.
///
/// The last transaction of the history has the latest time. The metadata have a time where the history
/// does not have it: in a store without a history, and after the last transactions were deleted.
enum ClockRecord {
  private static let timeKey = "clock"
  private static let deviceKey = "device"
  private static let placeKey = "place"

  /// Returns a time that no stamp in the store is later than.
  static func latest(on connection: Connection) throws -> HybridTime {
    let metadata = try StoreMetadata.value(timeKey, on: connection).flatMap { Int64($0) } ?? 0
    let history =
      try HistoryTables.exist(on: connection) ? HistoryTables.lastStamp(on: connection) : 0
    return HybridTime(rawValue: max(metadata, history)) ?? .zero
  }

  /// Records a time, if the metadata have no later one.
  static func advance(to time: HybridTime, on connection: Connection) throws {
    let former = try StoreMetadata.value(timeKey, on: connection).flatMap { Int64($0) } ?? 0
    if time.rawValue <= former { return }
    try StoreMetadata.set(timeKey, String(time.rawValue), on: connection)
  }

  static func device(on connection: Connection) throws -> DeviceIdentifier? {
    try StoreMetadata.value(deviceKey, on: connection).flatMap { Int64($0) }
      .flatMap(DeviceIdentifier.init(rawValue:))
  }

  /// Returns the place of the file for which the device was drawn.
  static func place(on connection: Connection) throws -> FilePlace? {
    try StoreMetadata.value(placeKey, on: connection).flatMap(FilePlace.init(text:))
  }

  static func set(_ place: FilePlace, on connection: Connection) throws {
    try StoreMetadata.set(placeKey, place.text, on: connection)
  }

  static func set(
    _ device: DeviceIdentifier, _ place: FilePlace?, on connection: Connection
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
