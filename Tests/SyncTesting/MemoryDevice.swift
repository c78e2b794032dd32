public import Foundation
public import PerennialRecords
import PerennialReplication
import PerennialSimulator
public import PerennialSync

/// A device with notes in memory, and its engine.
public final class MemoryDevice: Sendable {
  private let storage: MemoryStorage

  /// The engine. It is not started.
  public let engine: SyncEngine

  /// Creates a device without data.
  ///
  /// - Parameters:
  ///   - number: The number that distinguishes the device from others, at least 0.
  ///   - transport: The connection to the hub.
  ///   - monitor: The state of the network; nil if it is not watched.
  ///   - clock: The clock of the engine's delays.
  ///   - milliseconds: The device's clock: the milliseconds since 1970.
  public init(
    _ number: Int, transport: any HubTransport, monitor: (any NetworkMonitor)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    milliseconds: @escaping @Sendable () -> Int64 = { StampClock.systemMilliseconds }
  ) {
    let device = DeviceIdentifier(rawValue: Int64(number) + 1) ?? .random()
    storage = MemoryStorage(device: device, milliseconds: milliseconds)
    engine = SyncEngine(
      storage: storage, transport: transport, monitor: monitor, clock: clock,
      seed: UInt64(bitPattern: Int64(number)))
  }

  // MARK: The app

  /// Inserts a note. Devices that choose the same key insert different notes with the same name.
  @discardableResult
  public func insert(title: Int64, key: Int64? = nil) -> RecordName {
    insert(Pantry.note, title: title, key: key)
  }

  /// Inserts a tag, which the field "tag" of a note can reference.
  public func insertTag(title: Int64) -> RecordName {
    insert(Pantry.tag, title: title, key: nil)
  }

  private func insert(_ type: String, title: Int64, key: Int64?) -> RecordName {
    var name = RecordName.manifest
    storage.commit { disk, stamp in
      disk.objectCount += 1
      name = .object(key: key ?? disk.device.rawValue << 32 | Int64(disk.objectCount))
      guard disk.created[name] == nil, disk.tracked[name] == nil else { return [] }
      let content = RowContent(values: ["title": .integer(title)])
      disk.rows[name] = Disk.Row(type: type, content: content)
      disk.created[name] = stamp
      return [.insertion(name)]
    }
    return name
  }

  /// Writes a text or a number into a field of a note. A device without the note does nothing.
  public func write(_ value: RecordValue, to field: String = "title", of name: RecordName) {
    storage.commit { disk, _ in
      guard disk.rows[name] != nil else { return [] }
      disk.rows[name]?.content.values[field] = value
      return [.update(name, fields: [field])]
    }
  }

  /// Deletes a note.
  public func delete(_ name: RecordName) {
    storage.commit { disk, _ in
      guard disk.rows[name] != nil else { return [] }
      disk.removeRow(name)
      return [.deletion(name)]
    }
  }

  /// The notes: their values by the names of the fields.
  public var notes: [RecordName: [String: RecordValue]] {
    storage.disk.rows.mapValues(\.content.values)
  }

  // MARK: The store

  /// The number of records with changes that the hub has not acknowledged, and of transactions that the engine
  /// has not read.
  public var unsentCount: Int {
    let disk = storage.disk
    let kept = disk.tracked.filter(\.value.isUnsent)
    return Set(disk.edits.keys).union(kept.keys).count
      + disk.history.count { $0.number > disk.position.transaction }
  }

  /// The position up to which the device has the hub's changes.
  public var token: SyncToken? { storage.disk.position.token }

  /// The milliseconds by which the hub's clock has corrected the device's.
  public var correction: Int64 { storage.disk.correction }

  /// The latest time that the device has used or seen.
  public var latest: HybridTime { storage.disk.latest }

  /// The number of transactions of the engine.
  public var transactionCount: Int { storage.transactionCount }

  /// Makes each transaction of the engine fail with an error; nil ends that.
  public func failStore(_ error: (any Error)?) { storage.fail(error) }

  /// Makes each transaction of the engine last a time.
  public func slowStore(_ seconds: TimeInterval) { storage.slow(seconds) }

  /// Returns another engine of the same store, as the next launch of the app has it.
  public func relaunched(
    transport: any HubTransport, clock: any Clock<Duration> = ContinuousClock()
  ) -> SyncEngine {
    SyncEngine(storage: storage, transport: transport, clock: clock)
  }
}
