import Foundation
import PerennialRecords

/// The writes of users, and those that each device has received.
///
/// The clocks of all devices are right, so the later of two writes of a field counts. The ledger knows no store and no
/// rule of a merge but this one.
struct GardenLedger {
  /// A write of a field.
  struct Cell: Equatable {
    /// The time of the write, in milliseconds since 1970.
    var time: Int64
    /// The texts of the value's members.
    var members: [String: String]

    /// Returns `true` if the values are equal. A number is the same one in each type.
    func hasValue(of other: Cell) -> Bool {
      func numbers(_ members: [String: String]) -> [String: String] {
        members.mapValues { text in Double(text).map { "\($0)" } ?? text }
      }
      return numbers(members) == numbers(other.members)
    }
  }

  /// The cells by the keys of objects and the names of fields.
  typealias Cells = [Int64: [String: Cell]]

  struct Link: Hashable {
    let source: Int64
    let target: Int64
  }

  /// The last writes of all devices.
  private(set) var last: Cells = [:]
  /// The last writes that a device has made or received, by the number of the device.
  private(set) var known: [Int: Cells] = [:]
  /// The entities of all objects, by their keys.
  private(set) var entities: [Int64: String] = [:]
  private(set) var deleted: Set<Int64> = []
  /// The sums of what users have added to counters, by the keys of their objects.
  private(set) var counted: [Int64: Int] = [:]
  /// The links that were added by a user, and removed by none.
  private(set) var linked: Set<Link> = []
  private var unlinked: Set<Link> = []

  // MARK: The user's side

  mutating func insert(_ key: Int64, _ entity: String, by device: Int) {
    entities[key] = entity
    known[device, default: [:]][key] = [:]
    last[key] = [:]
  }

  mutating func write(
    _ members: [String: String], to field: String, of key: Int64, at time: Int64, by device: Int
  ) {
    let cell = Cell(time: time, members: members)
    last[key, default: [:]][field] = cell
    known[device, default: [:]][key, default: [:]][field] = cell
  }

  /// Writes all fields that a device knows once more, as an edit of an object does that is merged as a whole.
  mutating func writeAgain(_ fields: Set<String>, of key: Int64, at time: Int64, by device: Int) {
    for (field, cell) in known[device]?[key] ?? [:] where fields.contains(field) {
      write(cell.members, to: field, of: key, at: time, by: device)
    }
  }

  mutating func delete(_ key: Int64) { deleted.insert(key) }

  mutating func count(_ amount: Int, in key: Int64) { counted[key, default: 0] += amount }

  mutating func link(_ source: Int64, _ target: Int64, _ isLinked: Bool) {
    let link = Link(source: source, target: target)
    if !isLinked { unlinked.insert(link) }
    if isLinked, !unlinked.contains(link) { linked.insert(link) } else { linked.remove(link) }
  }

  /// An update has removed a field from an app. What its user has written there, and the app has not sent, is gone.
  ///
  /// - Parameter stored: The field of the hub's record; nil if it has none.
  mutating func remove(
    _ field: String, of key: Int64, by device: Int, keeping stored: FieldEdit<RecordValue>?
  ) {
    guard let own = known[device]?[key]?[field], last[key]?[field] == own else { return }
    let kept = stored.map { Self.cell($0, field) }
    if let kept, kept.time >= own.time { return }
    last[key]?[field] = kept
  }

  /// An update has removed the entity of an object that the app has not sent.
  mutating func remove(_ key: Int64, by device: Int) {
    known[device]?[key] = nil
    (last[key], entities[key]) = (nil, nil)
  }

  // MARK: The network's side

  /// A device has received records.
  mutating func receive(_ records: [Record], by device: Int) {
    for record in records {
      guard let key = record.name.objectKey else { continue }
      var cells = known[device]?[key] ?? [:]
      for (field, cell) in record.state.cells {
        let cell = Self.cell(cell, field)
        if let former = cells[field], former.time >= cell.time { continue }
        cells[field] = cell
      }
      known[device, default: [:]][key] = cells
    }
  }

  /// Returns the write that a field of a record has.
  static func cell(_ edit: FieldEdit<RecordValue>, _ field: String) -> Cell {
    Cell(time: edit.stamp.time.milliseconds, members: members(of: edit.value, field))
  }

  private static func members(of value: RecordValue, _ field: String) -> [String: String] {
    switch value {
    case .integer(let number): ["": "\(number)"]
    case .real(let number): ["": "\(number)"]
    case .text(let text) where field == "spot": json(text)
    case .text(let text): ["": text]
    case .reference(let name): ["": "\(name.objectKey ?? 0)"]
    default: [:]
    }
  }

  private static func json(_ text: String) -> [String: String] {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?.mapValues { "\($0)" } ?? [:]
  }
}
