import Foundation
import PerennialRecords

/// Records for tests.
enum Sample {
  static let device = 0x1A2B_3C4D as Int64

  static func stamp(_ milliseconds: Int64, counter: UInt16 = 0, device: Int64 = device) -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: milliseconds, counter: counter),
      device: DeviceIdentifier(rawValue: device) ?? .random())
  }

  /// Returns an object with a title.
  static func object(
    _ key: Int64, title: String = "Pasta", at milliseconds: Int64 = 1_700_000_000_000,
    device: Int64 = device
  ) -> Record {
    let stamp = stamp(milliseconds, device: device)
    var state = RecordState<RecordValue>()
    state.write(.text(title), to: "title", at: stamp)
    return Record(.object(key: key), type: "Recipe", created: stamp, state: state)
  }

  /// Returns a part of an object that deletes it.
  static func deletion(of record: Record, at milliseconds: Int64) -> Record {
    var state = RecordState<RecordValue>()
    state.delete(at: stamp(milliseconds))
    return Record(record.name, type: record.type, created: record.created, state: state)
  }
}
