@testable import Perennial
import PerennialInspection
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData

extension LibraryHistory {
  /// Checks the end of a history: that all devices show what the hub has, and that the hub has all that it has
  /// acknowledged.
  func check() throws {
    let expected = try devices[0].dump()
    for device in devices {
      let shown = try device.dump()
      try compare(shown, expected, "device \(device.number)", "device 1")
      let live = try Library.dump(device.context)
      try compare(live, shown, "the open context of device \(device.number)", "its store")
      if try device.pending > 0 {
        throw Violation("device \(device.number) still has \(try unsent(device))")
      }
      try checkRows(of: device)
      try checkFile(of: device)
    }
    try checkPromises()
    if plan.isCalm { try checkLastWrites() }
  }

  private func compare(
    _ shown: [String: String], _ expected: [String: String], _ name: String, _ other: String
  ) throws {
    for key in Set(shown.keys).union(expected.keys).sorted() where shown[key] != expected[key] {
      throw Violation(
        """
        \(name) and \(other) show \(key) (\(recordName(key))) differently:
          \(shown[key] ?? "nothing")
          \(expected[key] ?? "nothing")
        """)
    }
  }

  private func recordName(_ line: String) -> String {
    guard let key = line.split(separator: " ").last.flatMap({ Int64($0) }) else { return line }
    let name = key < 0 ? RecordName.preset(key: key) : .object(key: key)
    return "\(name.rawValue): \(hub.records[name].map { "\($0.state)" } ?? "unknown to the hub")"
  }

  private func unsent(_ device: LibraryDevice) throws -> String {
    try device.storage.transaction { replica in
      try replica.store.editedNames(after: nil, limit: 3).map { name in
        let edits = try replica.store.edits(of: name)
        let tracked = try replica.store.tracked(name)
        let (known, open) = (tracked.map { "\($0)" } ?? "-", edits.map { "\($0)" } ?? "-")
        return "\(name.rawValue): \(open), \(known)"
      }.joined(separator: "\n")
    }
  }

  // MARK: Devices and the hub

  private func reading(of record: Record) -> RecordReading<RecordValue> {
    let manifest = hub.records[.manifest]?.state ?? RecordState()
    return RecordReading(
      record.state, sharedReset: manifest.reset.joined(with: manifest.fieldResets[record.type]))
  }

  /// Compares the rows of a device with the records of the hub.
  private func checkRows(of device: LibraryDevice) throws {
    let readings = hub.records.filter { $0.key != .manifest }.mapValues(reading)
    try device.storage.transaction { replica in
      for (name, reading) in readings.sorted(by: { $0.key < $1.key }) {
        let content = try replica.store.content(of: name)
        guard !reading.isDeleted else {
          if content != nil {
            throw Violation("\(name.rawValue) is deleted, and device \(device.number) has it")
          }
          continue
        }
        guard let content else {
          throw Violation("device \(device.number) lacks \(name.rawValue): \(reading.state)")
        }
        for field in reading.fields {
          guard var value = reading.value(of: field) else { continue }
          if let target = value.target, readings[target]?.isDeleted != false { value = .null }
          // Of several covers of one page, one is shown.
          if field == "page", value != .null, content.values[field] == .null,
            readings.contains(where: { $0.key != name && $0.value.value(of: field) == value })
          {
            continue
          }
          guard value == content.values[field] || field.hasSuffix("$position") else {
            throw Violation(
              """
              device \(device.number) shows \(field) of \(name.rawValue) as \
              \(content.values[field].map { "\($0)" } ?? "-") and the hub has \(reading.state)
              """)
          }
        }
        for field in reading.linkFields {
          let targets = Set(reading.links(of: field).filter { readings[$0]?.isDeleted == false })
          guard targets == content.links[field] ?? [] else {
            throw Violation(
              "device \(device.number) shows \(field) of \(name.rawValue) as "
                + "\(content.links[field] ?? []) and the hub has \(targets)")
          }
        }
      }
    }
  }

  private func checkFile(of device: LibraryDevice) throws {
    var broken: [String] = []
    try device.container.coordinator.stores[0].exclusively { connection in
      try connection.rows("PRAGMA foreign_key_check") { broken.append($0.string()) }
    }
    if !broken.isEmpty {
      throw Violation("device \(device.number): references to missing rows in \(broken)")
    }
    guard !device.isInMemory else { return }
    let problems = try InspectedStore(device.storeURL).verify().problems
    if !problems.isEmpty { throw Violation("device \(device.number): \(problems)") }
  }

  // MARK: Promises

  /// Checks that the hub has each acknowledged write or a later one.
  private func checkPromises() throws {
    for promise in ledger.promises {
      guard let record = hub.records[promise.name] else {
        let isForgotten = promise.name.objectKey.map(ledger.deleted.contains) ?? false
        if ledger.hubHasForgotten, isForgotten { continue }
        throw Violation("the acknowledged record of \(promise) is lost")
      }
      let reading = reading(of: record)
      if reading.isDeleted {
        try checkIsDeleted(promise.name)
      } else if reading.reset(of: promise.field).map({ $0 >= promise.stamp }) != true,
        record.state.cells[promise.field].map({ $0.stamp >= promise.stamp }) != true
      {
        throw Violation("\(promise) is lost: the hub has \(record.state)")
      }
    }
  }

  private func checkIsDeleted(_ name: RecordName) throws {
    guard let key = name.objectKey ?? name.presetKey, !ledger.deleted.contains(key)
    else { return }
    throw Violation("\(name.rawValue) is deleted, and no user has deleted it")
  }

  /// Checks that each field has the last number that any user has written.
  private func checkLastWrites() throws {
    for (write, value) in ledger.last {
      let name: RecordName = write.key < 0 ? .preset(key: write.key) : .object(key: write.key)
      guard let record = hub.records[name] else {
        if ledger.deleted.contains(write.key) { continue }
        throw Violation("\(name.rawValue) with \(write.field) \(value) never reached the hub")
      }
      let reading = reading(of: record)
      if reading.isDeleted {
        try checkIsDeleted(name)
      } else if reading.reset(of: write.field) == nil, !ledger.deleted.contains(write.key),
        reading.value(of: write.field) != .integer(Int64(value))
      {
        throw Violation(
          "\(write.field) of \(name.rawValue) is not \(value), which was written last: \(record.state)"
        )
      }
    }
  }
}
