@testable import Perennial
import PerennialInspection
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
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
      try checkPresets(of: device)
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
      try replica.store.editTable.editedNames(after: nil, limit: 3).map { name in
        let edits = try replica.store.editTable.edits(of: name)
        let tracked = try replica.store.recordTable.tracked(name)
        let (known, open) = (tracked.map { "\($0)" } ?? "-", edits.map { "\($0)" } ?? "-")
        return "\(name.rawValue): \(open), \(known)"
      }.joined(separator: "\n")
    }
  }

  // MARK: Devices and the hub

  private func reading(of record: Record) -> RecordReading<RecordValue> {
    let manifest = hub.records[.manifest]?.state ?? RecordState()
    return RecordReading(
      record.state, sharedReset: manifest.reset.joined(with: manifest.fieldResets[record.type]),
      redirects: Redirects(in: hub.records.mapValues(\.state)))
  }

  /// Compares the rows of a device with the records of the hub.
  private func checkRows(of device: LibraryDevice) throws {
    let readings = hub.records.filter { $0.key != .manifest }.mapValues(reading)
    let live = readings.filter { _, reading in
      // A preset without content is visible when its catalog is applied the next time.
      !reading.isDeleted && reading.state.redirect == nil
        && reading.state.catalogVersion?.isEmpty != true
    }
    try device.storage.transaction { replica in
      var rows: [RecordName: RowContent] = [:]
      for name in readings.keys { rows[name] = try replica.store.content(of: name) }
      for (name, reading) in readings.sorted(by: { $0.key < $1.key }) {
        let isLive = live[name] != nil
        if !isLive, rows[name] != nil {
          throw Violation("\(name.rawValue) is deleted, and device \(device.number) has it")
        }
        guard isLive else { continue }
        guard let row = rows[name] else {
          if isTaken(name, live, rows) { continue }
          throw Violation("device \(device.number) lacks \(name.rawValue): \(reading.state)")
        }
        try compare(row, reading, name, device.number, live, rows)
      }
    }
  }

  private typealias Readings = [RecordName: RecordReading<RecordValue>]

  /// Compares a row of a device with the record of the hub.
  private func compare(
    _ row: RowContent, _ reading: RecordReading<RecordValue>, _ name: RecordName, _ number: Int,
    _ live: Readings, _ rows: [RecordName: RowContent]
  ) throws {
    for field in reading.fields where !field.hasSuffix("$position") {
      guard var value = reading.value(of: field) else { continue }
      if let target = value.target, rows[target] == nil { value = .null }
      if value == row.values[field] { continue }
      // Of several covers of one page, one is shown.
      if field == "page", row.values[field] == .null,
        live.contains(where: { $0.key != name && $0.value.value(of: field) == value })
      {
        continue
      }
      if Self.uniqueFields(hub.records[name]?.type).contains(field), isTaken(name, live, rows) {
        continue
      }
      throw Violation(
        """
        device \(number) shows \(field) of \(name.rawValue) as \
        \(row.values[field].map { "\($0)" } ?? "-") and the hub has \(reading.state)
        """)
    }
    for field in reading.linkFields {
      let targets = Set(reading.links(of: field).filter { rows[$0] != nil })
      guard targets == row.links[field] ?? [] else {
        throw Violation(
          "device \(number) shows \(field) of \(name.rawValue) as "
            + "\(row.links[field] ?? []) and the hub has \(targets)")
      }
    }
  }

  /// Compares what a device says of its presets with the records of the hub: a preset is edited where users have
  /// changed what the catalogs say, on each device.
  private func checkPresets(of device: LibraryDevice) throws {
    let context = try ModelContext(device.container)
    let readings = hub.records.mapValues(reading)
    for (name, reading) in readings.sorted(by: { $0.key < $1.key }) {
      guard let key = name.presetKey, name != .manifest,
        let model = try Library.preset(key, context)
      else { continue }
      var expected = reading.state.catalogVersion.map { Set($0.values.keys) } ?? []
      expected.formIntersection(reading.editedFields.subtracting(reading.linkFields))
      let figures = Set(reading.links(of: "figures")).symmetricDifference(
        Set(reading.catalogLinks["figures"]?.keys.map(\.self) ?? []))
      // A link that is gone with its target is no edit.
      let isAnyThere = figures.contains { readings[$0]?.isDeleted == false }
      if isAnyThere { expected.insert("figures") }
      if model is Page, try isLabelEdited(name, readings, context) { expected.insert("labels") }
      let state = try model.presetState()
      // The record of a cover has its page. So the edit of a page's cover is known to the device alone that has made it.
      if Set(state.editedFields).subtracting(["cover"]) != expected {
        throw Violation(
          """
          device \(device.number) says that \(name.rawValue) has edits of \(state.editedFields), and \
          users have edited \(expected.sorted()): \(reading.state)
          """)
      }
    }
  }

  /// Returns `true` if users have added or removed a label of a page. The records of labels have these links.
  private func isLabelEdited(
    _ page: RecordName, _ readings: Readings, _ context: ModelContext
  ) throws -> Bool {
    try readings.contains { name, reading in
      guard let key = name.objectKey ?? name.presetKey, name != .manifest,
        try Library.hasLabel(key, context)
      else { return false }
      let isOffered = reading.catalogLinks["pages"]?[page]
      let isShown = reading.links(of: "pages").contains(page)
      return isOffered == true || isShown != (isOffered != nil)
    }
  }

  private static func uniqueFields(_ type: String?) -> [String] {
    switch type {
    case "Genre": ["name"]
    case "Slot": ["name", "position"]
    default: []
    }
  }

  /// Returns `true` if another row has the unique values that a record has.
  private func isTaken(
    _ name: RecordName, _ live: Readings, _ rows: [RecordName: RowContent]
  ) -> Bool {
    guard let type = hub.records[name]?.type, let reading = live[name] else { return false }
    let fields = Self.uniqueFields(type)
    let values = fields.map { reading.value(of: $0) }
    return !fields.isEmpty
      && rows.contains { other, row in
        other != name && hub.records[other]?.type == type && fields.map { row.values[$0] } == values
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
        record.state.edits[promise.field].map({ $0.stamp >= promise.stamp }) != true
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

  /// Checks that each field has the last number that any user has written, to the object or to one that was merged
  /// into it.
  private func checkLastWrites() throws {
    let redirects = Redirects(in: hub.records.mapValues(\.state))
    var last: [LibraryLedger.Field: LibraryLedger.Write] = [:]
    var deleted = ledger.deleted
    for (field, write) in ledger.last {
      let name: RecordName = field.key < 0 ? .preset(key: field.key) : .object(key: field.key)
      let target = redirects.destination(of: name)
      let key = target.objectKey ?? target.presetKey ?? field.key
      if ledger.deleted.contains(field.key) { deleted.insert(key) }
      let merged = LibraryLedger.Field(key: key, field: field.field)
      if let other = last[merged], other.order > write.order { continue }
      last[merged] = write
    }
    for (field, write) in last {
      let name: RecordName = field.key < 0 ? .preset(key: field.key) : .object(key: field.key)
      guard let record = hub.records[name] else {
        if deleted.contains(field.key) { continue }
        throw Violation("\(name.rawValue) with \(field.field) \(write.value) never reached the hub")
      }
      let reading = reading(of: record)
      if reading.isDeleted {
        if !deleted.contains(field.key) { try checkIsDeleted(name) }
      } else if reading.reset(of: field.field) == nil, !deleted.contains(field.key),
        reading.value(of: field.field) != .integer(Int64(write.value))
      {
        throw Violation(
          """
          \(field.field) of \(name.rawValue) is not \(write.value), which was written last: \
          \(record.state)
          """)
      }
    }
  }
}
