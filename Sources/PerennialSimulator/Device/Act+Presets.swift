import PerennialRecords
import PerennialReplication

extension Acting {
  /// Launches a version of the app, and applies its catalog.
  mutating func launch(version: Int) -> LocalTransaction? {
    device.commit(at: time) { disk, _ in
      guard version > disk.version else { return [] }
      var starts: [RecordName: Int64] = [:]
      for name in Pantry.catalogs[version].keys { starts[name] = disk.start(of: name) }
      disk.keepContents(ofPresetsNotIn: version)
      disk.version = version
      var changes: [LocalChange] = []
      for (name, edition) in Pantry.catalogs[version].sorted(by: { $0.key < $1.key }) {
        guard disk.isOffered(edition, to: name) else { continue }
        let edition = disk.edition(of: name) ?? edition
        if disk.rows[name] == nil {
          let type = Pantry.type(ofPreset: name)
          disk.rows[name] = Disk.Row(type: type, content: RowContent(values: edition.values))
        } else if let count = disk.count(of: name), let start = disk.start(of: name) {
          let shown = count + start - (starts[name] ?? 0)
          disk.rows[name]?.content.values[Pantry.counter] = .integer(shown)
        }
        for (field, value) in edition.values
        where field != Pantry.counter && !disk.isEdited(field, of: name) {
          disk.rows[name]?.content.values[field] = value
        }
        changes.append(.offer(name))
      }
      return changes + disk.retirePresets()
    }
  }

  mutating func restorePreset(_ disk: inout Disk) -> [LocalChange] {
    let missing = Pantry.catalogs[disk.version].keys.filter { !disk.isShown($0) }.sorted()
    guard let name = missing.randomElement(using: &random) else { return [] }
    disk.showDefaults(of: name)
    return [.offer(name), .insertion(name)]
  }

  mutating func resetPreset(_ disk: inout Disk, field: String?) -> [LocalChange] {
    let names = Pantry.catalogs[disk.version].keys.filter { disk.rows[$0] != nil }.sorted()
    guard let name = names.randomElement(using: &random) else { return [] }
    disk.showDefaults(of: name, field: field)
    return [.reset(name, field: field)]
  }

  mutating func resetAll(_ disk: inout Disk, type: String?) -> [LocalChange] {
    guard disk.version > 0 else { return [] }
    var inserted: [LocalChange] = []
    for name in disk.knownPresets where type == nil || type == Pantry.type(ofPreset: name) {
      if disk.rows[name] == nil {
        if disk.isRetired(name) { continue }
        inserted.append(.offer(name))
      }
      disk.showDefaults(of: name)
    }
    return [.resetAll(type: type)] + inserted + disk.retirePresets(ofType: type)
  }
}

extension Disk {
  /// The presets of the catalog, of earlier ones, and of the later catalogs of other devices.
  var knownPresets: [RecordName] {
    let known = tracked.filter { $0.value.acknowledged.state.edition != nil }.keys
    return Set(known).union(Pantry.catalogs[version].keys).union(keptEditions.keys).sorted()
  }

  /// Deletes the rows of presets that the catalog no longer has, that the user has not changed, and that no row
  /// references.
  mutating func retirePresets(ofType type: String? = nil) -> [LocalChange] {
    let retired = rows.keys.filter { name in
      name.objectKey == nil && Pantry.catalogs[version][name] == nil
        && (type == nil || type == Pantry.type(ofPreset: name)) && !isEdited(name)
        && !rows.values.contains { $0.content.references(name) }
    }
    for name in retired { removeRow(name) }
    return retired.sorted().map { .offer($0) }
  }

  private func isEdited(_ name: RecordName) -> Bool {
    count(of: name) != start(of: name) || Pantry.numbers.contains { isEdited($0, of: name) }
  }

  /// Returns `true` if the latest known catalog does not have a preset.
  func isRetired(_ name: RecordName) -> Bool { edition(of: name)?.isRetired == true }

  /// Returns `true` if a preset has a row, or none because it is retired.
  func isShown(_ name: RecordName) -> Bool {
    rows[name] != nil || isRetired(name) && !isDeletedByUser(name)
  }

  /// The content of a preset that the device's catalog has retired, until the hub knows of it.
  func retiredEdition(of name: RecordName) -> CatalogVersion<RecordValue>? {
    guard rows[name] == nil, let edits = edits[name], edits.offer != nil, edits.deletion == nil,
      let known = tracked[name]?.acknowledged.state.edition, !known.isRetired,
      known.version <= version
    else { return nil }
    return CatalogVersion(version: version, values: known.values, isRetired: true)
  }

  /// The latest known content of a preset.
  fileprivate func edition(of name: RecordName) -> CatalogVersion<RecordValue>? {
    let known = tracked[name]?.acknowledged.state.edition
    guard let own = Pantry.catalogs[version][name] ?? keptEdition(of: name) else { return known }
    return known.map { CatalogVersion.later($0, own) } ?? own
  }

  /// The content of a preset's row that no catalog of the device has any more, until the hub has it.
  func keptEdition(of name: RecordName) -> CatalogVersion<RecordValue>? {
    let isOffered = edits[name]?.offer != nil || unfolded { $0 == .offer(name) }
    let isKnown = tracked[name]?.acknowledged.state.edition != nil && !isOffered
    return rows[name] == nil || isKnown ? nil : keptEditions[name]
  }

  /// Keeps the content of the presets that a later catalog does not have.
  fileprivate mutating func keepContents(ofPresetsNotIn version: Int) {
    for name in rows.keys where name.objectKey == nil && Pantry.catalogs[version][name] == nil {
      guard let edition = edition(of: name), edition.version < version else { continue }
      keptEditions[name] = CatalogVersion(version: version, values: edition.values)
    }
  }

  /// The start of a preset's counter.
  fileprivate func start(of name: RecordName) -> Int64? {
    guard case .integer(let start) = edition(of: name)?.values[Pantry.counter] else { return nil }
    return start
  }

  /// Writes the catalog's values into a row, or into one of its fields.
  mutating func showDefaults(of name: RecordName, field: String? = nil) {
    guard let edition = edition(of: name) else { return }
    if rows[name] == nil {
      rows[name] = Row(type: Pantry.type(ofPreset: name), content: RowContent())
    }
    for (key, value) in edition.values where field == nil || field == key {
      rows[name]?.content.values[key] = value
    }
  }

  /// Returns `true` if a catalog's content is newer than what the row shows, and the user has not deleted the
  /// preset.
  func isOffered(_ edition: CatalogVersion<RecordValue>, to name: RecordName) -> Bool {
    guard rows[name] != nil else { return !isDeletedByUser(name) && !isRetired(name) }
    return tracked[name]?.acknowledged.state.edition.map { $0.version < edition.version } ?? true
  }

  private func isDeletedByUser(_ name: RecordName) -> Bool {
    tracked[name]?.acknowledged.state.life?.isDeleted == true || edits[name]?.deletion != nil
      || unfolded { $0 == .deletion(name) }
  }

  /// Returns `true` if the row shows a value of the user.
  func isEdited(_ field: String, of name: RecordName) -> Bool {
    guard case .integer(let value) = rows[name]?.content.values[field] else { return false }
    return !Pantry.catalogs.contains { $0[name]?.values[field] == .integer(value) }
  }
}
