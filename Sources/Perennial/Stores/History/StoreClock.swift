import PerennialRecords
import Foundation

/// The clock of a store. Every stamp of the store comes from it.
///
/// The file contains the clock: the device of its stamps, and a time that no stamp of the store is later
/// than. A stamp is made inside a write transaction, when no other connection can write. So stamps of all
/// processes ascend in the order of the commits, whatever the clocks of their machines do.
///
/// All changes of a transaction have the same stamp.
// Only the thread with the writing connection uses a clock.
final class StoreClock: TransactionClock {
  /// The place of the file; nil for a store in memory, which cannot be copied.
  private let place: FileIdentity?
  /// A closure that returns the milliseconds since 1970. Tests replace it before the first write.
  var wallClock: () -> Int64
  /// The stamp of the running transaction, if it has one.
  private var current: Stamp?
  /// The last stamp, and the data version of the writing connection after the transaction that made it.
  private var last: (stamp: Stamp, version: UInt32)?
  /// `true` if the running transaction has begun with the state of the file in which `last` is the last stamp.
  private var isLastValid = false
  /// The latest time that the running transaction has received from a hub.
  private var observed = HybridTime.zero
  /// The milliseconds by which the machine's clock differs from the hub's, as it was read last.
  private var correction: Int64 = 0

  /// Creates the clock of a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file; nil for a store in memory.
  ///   - wallClock: A closure that returns the milliseconds since 1970.
  init(
    path: String?, wallClock: @escaping () -> Int64 = { StampClock.systemMilliseconds }
  ) {
    place = path.map(FileIdentity.init)
    self.wallClock = wallClock
  }

  /// Returns the stamp of the running transaction: a later one than all stamps of the store.
  func stamp(on connection: Connection) throws -> Stamp {
    if let current { return current }
    let latest: Stamp
    if let last, last.version == connection.dataVersion {
      latest = last.stamp
    } else {
      latest = try read(on: connection)
    }
    let stamp = Stamp(
      time: max(
        latest.time.successor, observed.successor, HybridTime(milliseconds: milliseconds)),
      device: latest.device)
    current = stamp
    return stamp
  }

  /// Milliseconds since 1970, with the correction.
  private var milliseconds: Int64 {
    let (sum, isOver) = wallClock().addingReportingOverflow(correction)
    return isOver ? wallClock() : sum
  }

  /// Records the latest time of the running transaction in the metadata, unless the history has it.
  ///
  /// - Parameter isInHistory: `true` if the transaction was entered in the history, with its stamp.
  func record(isInHistory: Bool, on connection: Connection) throws {
    let own = current?.time ?? .zero
    let latest = isInHistory && observed <= own ? .zero : max(own, observed)
    if latest > .zero { try ClockRecord.advance(to: latest, on: connection) }
  }

  /// Begins a transaction.
  func begin(on connection: Connection) { isLastValid = last?.version == connection.dataVersion }

  /// Gives the rest of the running transaction a later stamp than its beginning, which the history has as a transaction.
  func stampAnew() { (current, last, isLastValid) = (nil, nil, false) }

  /// Ends the running transaction. One without a stamp, such as the engine of sync writes, leaves the last stamp known.
  func end(isCommitted: Bool, on connection: Connection) {
    if isCommitted, let latest = current ?? (isLastValid ? last?.stamp : nil) {
      let stamp = Stamp(time: max(latest.time, observed), device: latest.device)
      last = (stamp, connection.dataVersion)
    } else if observed > .zero {
      last = nil
    }
    (current, observed, isLastValid) = (nil, .zero, false)
  }

  /// Forgets what is known of the file, after its contents were replaced.
  func reset() { (current, last, observed, isLastValid) = (nil, nil, .zero, false) }

  // MARK: Agreement with a hub

  /// Makes all later stamps of the store later than a time. The running transaction records it.
  func observe(_ time: HybridTime) { observed = max(observed, time) }

  /// Returns the milliseconds since 1970, with the correction that the file has.
  func milliseconds(on connection: Connection) throws -> Int64 {
    if last == nil || last?.version != connection.dataVersion { _ = try read(on: connection) }
    return milliseconds
  }

  /// Corrects the clock, also to earlier times than those of the last stamps.
  ///
  /// - Parameters:
  ///   - latest: The time that all later stamps are after.
  ///   - difference: The milliseconds to add to the machine's clock, beside earlier corrections.
  func correct(
    latest: HybridTime, by difference: Int64, on connection: Connection
  ) throws {
    let former = try ClockRecord(on: connection).correction
    let (sum, isOver) = former.addingReportingOverflow(difference)
    correction = isOver ? difference : sum
    try ClockRecord.set(
      latest: latest, correction: correction, after: HistoryTables.last(on: connection),
      on: connection)
    reset()
  }

  /// Returns the latest time in the file, and the device of the next stamp. Draws a new device if the file
  /// is a copy of the file for which the device was drawn.
  private func read(on connection: Connection) throws -> Stamp {
    let record = try ClockRecord(on: connection)
    correction = record.correction
    if let device = record.device {
      let known = Stamp(time: record.latest, device: device)
      if last?.stamp.device == device { return known }
      if let place, let recorded = record.place, place.isSame(asFileAt: recorded) {
        if recorded != place { try ClockRecord.set(place, on: connection) }
        return known
      }
      if place == nil, record.place == nil { return known }
    }
    let device = DeviceIdentifier.random()
    try ClockRecord.set(device, place, on: connection)
    return Stamp(time: record.latest, device: device)
  }
}
