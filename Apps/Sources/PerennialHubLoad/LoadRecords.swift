package import Foundation
import PerennialRecords

/// The records that a device of a load writes.
package struct LoadRecords: Sendable {
  private let device: DeviceIdentifier
  private let created: Stamp
  private let fields: Int

  /// - Parameters:
  ///   - number: The number of the device.
  ///   - fields: The number of fields of a record: a third are numbers, and the others texts.
  package init(of number: Int, fields: Int = 10) {
    device = DeviceIdentifier(rawValue: Int64(number) + 1) ?? .random()
    created = Stamp(time: HybridTime(milliseconds: 1_700_000_000_000), device: device)
    self.fields = fields
  }

  /// Returns the JSON form of a push that writes all fields of objects.
  ///
  /// - Parameter time: The time of the writes, in milliseconds since 1970.
  package func push(_ keys: Range<Int64>, at time: Int64) throws -> Data {
    let stamp = Stamp(time: HybridTime(milliseconds: time), device: device)
    let records = keys.map { key in
      var state = RecordState<RecordValue>()
      for field in 0..<fields {
        let value: RecordValue =
          field % 3 == 0 ? .integer(time + key) : .text("A text of a field \(time)")
        state.write(value, to: "property\(field)", at: stamp)
      }
      return Record(.object(key: key), type: "Recipe", created: created, state: state)
    }
    return try JSONEncoder().encode(PushRequest(token: nil, records: records))
  }
}
