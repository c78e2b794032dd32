import PerennialRecords

/// The values that a row shows instead of written ones, because other records have those.
struct Displacement {
  /// The fields with unique values.
  let fields: Set<String>
  /// The values that the row shows instead of the written ones.
  private(set) var values: [String: RecordValue] = [:]
  /// `true` if the row is left out, because it has no former values, or another record has them.
  private(set) var isLeftOut = false
  /// The values that other records have.
  private(set) var conflicts: [RecordConflict.Kind] = []

  init(fields: Set<String>) { self.fields = fields }

  /// Adds the values of fields that are unique together and that another record has.
  ///
  /// - Parameters:
  ///   - written: The values of the fields.
  ///   - former: The values to show instead, by field; nil if there are none.
  ///   - owner: The record that has the values.
  mutating func add(
    _ fields: [String], _ written: [RecordValue], shows former: [String: RecordValue]?,
    owner: RecordName?
  ) {
    values.merge(former ?? [:]) { first, _ in first }
    if former == nil { isLeftOut = true }
    guard let owner else { return }
    for (field, value) in zip(fields, written) {
      let shown = former?[field]
      if former != nil, shown == nil { continue }
      conflicts.append(.uniqueValue(field, written: value, shown: shown, owner: owner))
      // A row that is left out has one conflict for all of the fields.
      if former == nil { return }
    }
  }
}

extension RowMerge {
  /// Notes the values that a row shows instead of the written ones.
  mutating func displace(_ name: RecordName, _ displacement: Displacement) throws {
    guard var entry = entries[name], entry.whole.redirect == nil,
      var tracked = try store.recordTable.tracked(name)
    else { return }
    if entry.displacedValues != displacement.values || entry.isLeftOut != displacement.isLeftOut {
      try note(displacement, on: entry.record)
    } else if displacement.values.isEmpty, !displacement.isLeftOut {
      return
    }
    if entry.isLeftOut != displacement.isLeftOut { changed.insert(name) }
    entry.displacedValues = displacement.values
    entry.isLeftOut = displacement.isLeftOut
    tracked.displacedValues = entry.displacedValues
    tracked.isLeftOut = entry.isLeftOut
    if var edits = try store.editTable.edits(of: name) {
      // The row will no longer have the values that were written.
      if entry.isLeftOut {
        tracked.detachedChanges = entry.local
        try store.editTable.write(nil as LocalEdits?, of: name)
      } else {
        for field in entry.displacedValues.keys.sorted() {
          guard let cell = entry.local.edits[field] else { continue }
          edits.fields[field] = nil
          tracked.detachedChanges.write(cell.value, to: field, over: cell.base, at: cell.stamp)
        }
        try store.editTable.write(edits, of: name)
      }
    }
    entries[name] = entry
    try store.recordTable.write(tracked, named: name)
  }

  /// Notes the conflicts of displaced values in place of the former ones.
  private func note(_ displacement: Displacement, on record: Record) throws {
    for conflict in try store.conflictTable.conflicts where conflict.name == record.name {
      if case .uniqueValue(let field, _, _, _) = conflict.kind, displacement.fields.contains(field)
      {
        try store.conflictTable.remove(conflict)
      }
    }
    for kind in displacement.conflicts {
      try store.conflictTable.write(
        RecordConflict(name: record.name, type: record.type, kind: kind))
    }
  }
}
