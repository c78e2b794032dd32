import PerennialRecords
import SwiftData

extension GardenHistory {
  /// Checks that a device shows all that it has received, as far as its version of the app can, and nothing else.
  ///
  /// - Parameter isLast: `true` if all is exchanged. Objects that were deleted once are checked then: before, another user
  ///   can have deleted one that this user has restored.
  func check(_ device: GardenDevice, isLast: Bool = false) throws {
    if device.isLate { return }
    let context = ModelContext(try device.opened.container)
    let known = ledger.known[device.number] ?? [:]
    let gone = isLast ? ledger.deleted : ledger.everDeleted
    var shown: Set<Int64> = []
    for object in try device.version.all(context) where ledger.isUsers(object.key) {
      shown.insert(object.key)
      guard let cells = known[object.key] else {
        throw Violation("\(device.number) shows \(object.key), of which it knows nothing")
      }
      if !gone.contains(object.key) { try check(object, cells, known, gone, device) }
    }
    for key in known.keys
    where !shown.contains(key) && !gone.contains(key) && ledger.isUsers(key) {
      guard let entity = ledger.entities[key], device.version.type(of: entity) != nil else {
        continue
      }
      throw Violation("\(device.number) does not show \(entity) \(key)")
    }
  }

  private func check<Object: GardenObject>(
    _ object: Object, _ cells: [String: GardenLedger.Cell], _ known: GardenLedger.Cells,
    _ gone: Set<Int64>, _ device: GardenDevice
  ) throws {
    func expect(_ shown: [String: String], _ expected: [String: String], _ name: String) throws {
      if shown == expected { return }
      throw Violation(
        """
        \(device.number) with version \(device.version.number) shows \(name) of \(Object.entity) \
        \(object.key) as \(shown), and has received \(expected)
        """)
    }
    let open = ledger.open[object.key] ?? []
    for field in Object.fields where !open.contains(field.name) {
      let known = cells[field.name]?.members ?? field.members(Object())
      let expected = known.filter { field.memberNames.contains($0.key) }.mapValues(field.shown)
      // Shown is what the app had before, or a default.
      if expected.values.contains(nil) { continue }
      try expect(field.members(object), expected.compactMapValues(\.self), field.name)
    }
    for reference in Object.references {
      let key = cells[reference.name].flatMap { $0.members[""] }.flatMap { Int64($0) }
      if let key, gone.contains(key) || !ledger.isUsers(key) { continue }
      let isThere = key.map { known[$0] != nil } ?? false
      let expected = key.flatMap { isThere ? ["": "\($0)"] : nil } ?? [:]
      let shown = reference.shown(object).map { ["": "\($0.key)"] } ?? [:]
      try expect(shown, expected, reference.name)
    }
  }

  /// Checks that a device has all that any user has written, as far as its version of the app can have it.
  func checkIsComplete(_ device: GardenDevice) throws {
    for (key, cells) in ledger.last where !ledger.deleted.contains(key) && ledger.isUsers(key) {
      guard let type = ledger.entities[key].flatMap({ device.version.type(of: $0) }) else {
        continue
      }
      let fields = Garden.fieldNames(of: type)
      let open = ledger.open[key] ?? []
      for (field, cell) in cells
      where fields.contains(field) && !open.contains(field) && !ledger.leadsNowhere(cell) {
        guard let found = ledger.known[device.number]?[key]?[field] else {
          throw Violation("\(device.number) has not received \(field) of \(key): \(cell)")
        }
        if !found.hasValue(of: cell) {
          throw Violation(
            "\(device.number) has received \(found) for \(field) of \(key), and not \(cell)")
        }
      }
    }
    let context = ModelContext(try device.opened.container)
    for object in try device.version.all(context)
    where !ledger.deleted.contains(object.key) && ledger.isUsers(object.key) {
      try checkSums(object, device)
    }
  }

  private func checkSums<Object: GardenObject>(_ object: Object, _ device: GardenDevice) throws {
    if let counter = Object.counter {
      let (shown, expected) = (object[keyPath: counter], ledger.counted[object.key] ?? 0)
      if shown != expected {
        throw Violation("\(device.number) counts \(shown) in \(object.key), and not \(expected)")
      }
    }
    for links in Object.links {
      let shown = Set(links.shown(object).map(\.key))
      for link in ledger.linked where link.source == object.key {
        if !shown.contains(link.target), !ledger.deleted.contains(link.target),
          ledger.isUsers(link.target)
        {
          throw Violation("\(device.number) lacks the link of \(link.source) and \(link.target)")
        }
      }
    }
  }

  /// Checks that the hub has what users have made, and that no device has deleted what its app does not know.
  func checkHub() throws {
    for (key, entity) in ledger.entities
    where !ledger.deleted.contains(key) && ledger.isUsers(key) {
      guard let record = hub.records[.object(key: key)] else {
        throw Violation("the hub lacks \(entity) \(key)")
      }
      if record.state.deletion?.isDeleted == true {
        throw Violation("\(entity) \(key) is deleted, and no user has deleted it")
      }
      for (field, cell) in ledger.last[key] ?? [:]
      where ledger.open[key]?.contains(field) != true && !ledger.leadsNowhere(cell) {
        let found = record.state.edits[field].map { GardenLedger.cell($0, field) }
        if found?.hasValue(of: cell) != true {
          throw Violation(
            "the hub has \(found.map { "\($0)" } ?? "nothing") for \(field) of \(entity) \(key), and not \(cell)"
          )
        }
      }
    }
  }
}
