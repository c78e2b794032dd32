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
  /// The objects that were deleted at any time.
  private(set) var everDeleted: Set<Int64> = []
  /// The devices that have deleted an object, by its key.
  private var deleters: [Int64: Set<Int>] = [:]
  /// The objects that another client has written to. What devices show of them depends on what they can store.
  private(set) var tainted: Set<Int64> = []
  /// The fields of which this ledger does not know the value, by the keys of objects.
  private(set) var open: [Int64: Set<String>] = [:]
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

  /// Writes fields that a device knows once more, as an edit of an object does that is merged as a whole.
  mutating func writeAgain(
    _ fields: Set<String>, of key: Int64, at time: Int64, by device: Int
  ) {
    for (field, cell) in known[device]?[key] ?? [:] where fields.contains(field) {
      write(cell.members, to: field, of: key, at: time, by: device)
    }
  }

  mutating func delete(_ key: Int64, by device: Int) {
    deleted.insert(key)
    everDeleted.insert(key)
    deleters[key, default: []].insert(device)
  }

  /// A user has undone a deletion.
  mutating func restore(_ key: Int64) { deleted.remove(key) }

  /// Another client has written a record, or the unique value of one into another.
  mutating func taint(_ name: RecordName) {
    if let key = name.objectKey { tainted.insert(key) }
  }

  /// A user has edited an object that is merged as a whole, before the app shows fields of it that an earlier version has
  /// left out. They are sent as they are known then, and not as they were when the user edited the object.
  mutating func leaveOpen(_ fields: Set<String>, of key: Int64) {
    open[key, default: []].formUnion(fields)
  }

  /// Returns `true` if a write is a reference to an object that was deleted. An object that was deleted before it was sent
  /// is known to no other device, and the reference to it is sent as none.
  func leadsNowhere(_ cell: Cell) -> Bool {
    cell.members[""].flatMap { Int64($0) }.map { everDeleted.contains($0) } ?? false
  }

  /// Returns `true` if all that an object shows follows from the writes of users: it is no object of another client, and
  /// no preset.
  ///
  /// An object that two users have deleted is no such one, either. If one of them undoes the deletion, the object returns or
  /// not, depending on what the device knew of the other one.
  func isUsers(_ key: Int64) -> Bool {
    key > 0 && !tainted.contains(key) && (deleters[key]?.count ?? 0) < 2
  }

  /// Returns `true` if another device has written or deleted an object, and a device has not received it.
  func isContested(_ key: Int64, for device: Int) -> Bool {
    if deleted.contains(key) { return true }
    return last[key]?.keys.contains { isContested($0, of: key, for: device) } == true
  }

  /// Returns `true` if another device has written a field, and a device has not received it.
  func isContested(_ field: String, of key: Int64, for device: Int) -> Bool {
    last[key]?[field] != known[device]?[key]?[field]
  }

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
  mutating func receive(_ records: [Record], by device: Int, of version: Garden.Version) {
    for record in records {
      guard let key = record.name.objectKey else { continue }
      var cells = known[device]?[key] ?? [:]
      for (field, cell) in record.state.edits {
        let cell = Self.cell(cell, field)
        guard let own = cells[field], own.time >= cell.time else {
          cells[field] = cell
          continue
        }
        // An unsent write keeps the members that the app does not know as they have arrived.
        guard own.time > cell.time, let names = version.memberNames(of: field, in: entities[key])
        else { continue }
        let merged = Cell(
          time: own.time,
          members: own.members.filter { names.contains($0.key) }
            .merging(cell.members.filter { !names.contains($0.key) }) { $1 })
        cells[field] = merged
        if last[key]?[field] == own { last[key]?[field] = merged }
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
