import PerennialRecords
import PerennialReplication

// The operations on presets, as the planner of stores does them: by the catalog of the device and by the rows.

extension Acting {
  /// Launches a version of the app, and applies its catalog if it is due.
  mutating func launch(version: Int) -> LocalTransaction? {
    device.commit(at: time) { disk, _ in
      guard version > disk.version || version == disk.version && disk.isIncomplete else {
        return []
      }
      (disk.version, disk.isIncomplete) = (version, false)
      var changes: [LocalChange] = []
      for (name, edition) in Pantry.catalogs[version].sorted(by: { $0.key < $1.key }) {
        let isChanged =
          disk.rows[name] == nil
          ? !disk.deletedPresets.contains(name) && disk.insertPreset(name)
          : disk.updatePreset(name, to: edition.values)
        if isChanged { changes.append(.offer(name)) }
      }
      return changes + disk.retirePresets(sparesEdited: true)
    }
  }

  mutating func restorePreset(_ disk: inout Disk) -> [LocalChange] {
    let missing = Pantry.catalogs[disk.version].keys.filter { disk.rows[$0] == nil }.sorted()
    guard let name = missing.randomElement(using: &random), disk.insertPreset(name) else {
      return []
    }
    return disk.changes(ofInserted: name)
  }

  mutating func resetPreset(_ disk: inout Disk, field: String?) -> [LocalChange] {
    let names = Pantry.catalogs[disk.version].keys.filter { disk.rows[$0] != nil }.sorted()
    guard let name = names.randomElement(using: &random) else { return [] }
    let isChanged = disk.resetPreset(name, field: field)
    return (isChanged ? [.offer(name)] : []) + [.reset(name, field: field)]
  }

  mutating func resetAll(_ disk: inout Disk, type: String?) -> [LocalChange] {
    guard disk.version > 0 else { return [] }
    var changes: [LocalChange] = [.resetAll(type: type)]
    for name in Pantry.catalogs[disk.version].keys.sorted()
    where type == nil || type == Pantry.type(ofPreset: name) {
      if disk.rows[name] != nil {
        if disk.resetPreset(name, field: nil) { changes.append(.offer(name)) }
      } else if disk.insertPreset(name) {
        changes += disk.changes(ofInserted: name)
      }
    }
    return changes + disk.retirePresets(ofType: type, sparesEdited: false)
  }
}

extension Disk {
  /// Inserts the row of a preset with the values of the device's catalog. Returns `false` if the catalog does not have
  /// it.
  mutating func insertPreset(_ name: RecordName) -> Bool {
    guard let edition = Pantry.catalogs[version][name] else { return false }
    rows[name] = Row(
      type: Pantry.type(ofPreset: name), content: RowContent(values: edition.values),
      defaults: edition.values)
    deletedPresets.remove(name)
    return true
  }

  /// Returns the changes in which the history has an inserted preset. One that was deleted has come back.
  func changes(ofInserted name: RecordName) -> [LocalChange] {
    let isDeleted = tracked[name]?.acknowledged.state.deletion?.isDeleted == true
    return isDeleted ? [.offer(name), .insertion(name)] : [.offer(name)]
  }

  /// Writes the values of a later catalog into the fields that the user has not changed. What was counted stays.
  ///
  /// - Returns: `true` if the row has changed.
  mutating func updatePreset(_ name: RecordName, to values: [String: RecordValue]) -> Bool {
    guard var row = rows[name], row.defaults != values else { return false }
    for (field, value) in values {
      if !row.edited.contains(field) {
        row.content.values[field] = value
      } else if field == Pantry.counter, case .integer(let count) = row.content.values[field],
        case .integer(let former) = row.defaults[field], case .integer(let start) = value
      {
        row.content.values[field] = .integer(count + start - former)
      }
    }
    row.defaults = values
    rows[name] = row
    return true
  }

  /// Writes the catalog's values into a row, or into one of its fields. Returns `true` if the row has changed.
  mutating func resetPreset(_ name: RecordName, field: String?) -> Bool {
    guard var row = rows[name], let edition = Pantry.catalogs[version][name] else { return false }
    let values = edition.values.filter { field == nil || field == $0.key }
    row.content.values.merge(values) { $1 }
    row.defaults.merge(values) { $1 }
    row.edited.subtract(values.keys)
    defer { rows[name] = row }
    return row != rows[name]
  }

  /// Deletes the rows of presets that the catalog does not have and that no other row references.
  mutating func retirePresets(ofType type: String? = nil, sparesEdited: Bool) -> [LocalChange] {
    let retired = rows.keys.filter { name in
      name.objectKey == nil && Pantry.catalogs[version][name] == nil
        && (type == nil || type == Pantry.type(ofPreset: name))
        && !(sparesEdited && rows[name]?.edited.isEmpty == false)
        && !rows.values.contains { $0.content.references(name) }
    }
    for name in retired {
      removeRow(name)
      deletedPresets.remove(name)
    }
    return retired.sorted().map { .offer($0) }
  }

  /// The content of a preset in the device's catalog, as its row has it; nil if the hub has this content, or a later
  /// one. A preset that was deleted before its content was sent has none.
  func catalogVersion(of name: RecordName) -> CatalogVersion<RecordValue>? {
    guard name.objectKey == nil, name != .manifest else { return nil }
    let known = tracked[name]?.acknowledged.state.catalogVersion
    if let known, !known.isEmpty, edits[name]?.offer == nil { return nil }
    if let row = rows[name] { return CatalogVersion(version: version, values: row.defaults) }
    if edits[name]?.deletion != nil {
      return known == nil && deletedPresets.contains(name)
        ? CatalogVersion(version: 0, values: [:]) : nil
    }
    // The catalog of the device has retired the preset, and the hub does not know of it.
    guard let known, !known.isEmpty, !known.isRetired, known.version <= version,
      !deletedPresets.contains(name), tracked[name]?.isLeftOut != true
    else { return nil }
    return CatalogVersion(version: version, values: known.values, isRetired: true)
  }
}
