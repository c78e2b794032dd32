import Perennial
import PerennialRecords
import PerennialReplication

// The changes of presets from before the first sync. Objects are sent as a whole, but a preset's edits are told from
// its catalog's values by the metadata of the rows and by the tables of deleted presets, deleted links and resets.

extension StoreReplica {
  /// Returns the changes of the presets of which the hub has nothing.
  func earlierChanges() throws -> [RecordName: LocalEdits] {
    guard try StoreMetadata.hasTable(PresetTables.deleted, on: connection) else { return [:] }
    var changes = EarlierChanges()
    for root in schema.roots where try PresetTables.concern(root.tableName, on: connection) {
      try addFields(of: root, to: &changes)
    }
    var joins: Set<String> = []
    for join in schema.entities.flatMap(\.joins) where joins.insert(join.tableName).inserted {
      try addLinks(join, to: &changes)
    }
    try addDeletions(to: &changes)
    try addResets(to: &changes)
    return try changes.edits.filter { name, _ in try !isListed(name) }
  }

  /// Returns `true` if the store has knowledge or unsent changes of a record.
  func isListed(_ name: RecordName) throws -> Bool {
    try isListed(name, in: SyncTables.records) || isListed(name, in: SyncTables.edits)
  }

  private func isListed(_ name: RecordName, in table: String) throws -> Bool {
    try !connection.integers("SELECT 1 FROM \(table) WHERE name = ?", [.text(name.rawValue)])
      .isEmpty
  }

  private func addFields(of root: SyncedEntity, to changes: inout EarlierChanges) throws {
    let keys = try connection.integers(
      "SELECT _pk FROM \(root.table) WHERE _pk < 0 AND substr(\(SQLName.preset), -2) = '}]'")
    for name in keys.map(RecordName.init(rowKey:)) {
      guard let row = try presetRow(name) else { continue }
      for column in row.place.entity.columns where column.kind != .orderKey {
        guard let cell = row.metadata.stamps.cells[column.property.name] else { continue }
        changes.presets[name, default: .init()].fields[column.field] =
          Stamp(time: cell.time, device: cell.device) ?? .beforeSync
      }
    }
  }

  private func addLinks(_ join: SyncedEntity.Join, to changes: inout EarlierChanges) throws {
    let isCatalogs = try PresetTables.concern(join.tableName, on: connection)
    try connection.rows(
      """
      SELECT source, target FROM \(join.table) WHERE source < 0\
      \(isCatalogs ? " AND \(SQLName.preset) IS NOT 1" : "")
      """
    ) { row in
      changes.link(row.int64(), join.field, row.int64(), .beforeSync, isAdded: true)
    }
    try connection.rows(
      "SELECT source, target, abs(stamp), device FROM \(PresetTables.unlinked) WHERE links = ?",
      [.text(join.tableName)]
    ) { row in
      let (source, target) = (row.int64(), row.int64())
      changes.link(source, join.field, target, row.stamp(), isAdded: false)
    }
  }

  private func addDeletions(to changes: inout EarlierChanges) throws {
    try connection.rows("SELECT pk, stamp, device FROM \(PresetTables.deleted)") { row in
      changes.presets[RecordName(rowKey: row.int64()), default: .init()].deletion = row.stamp()
    }
  }

  private func addResets(to changes: inout EarlierChanges) throws {
    guard try StoreMetadata.hasTable(PresetTables.resets, on: connection) else { return }
    try connection.rows("SELECT entity, pk, stamp, device FROM \(PresetTables.resets)") { row in
      let (entity, key, stamp) = (row.string(), row.int64(), row.stamp())
      if key != 0 {
        changes.presets[RecordName(rowKey: key), default: .init()].reset = stamp
      } else if entity.isEmpty {
        changes.presets[.manifest, default: .init()].reset = stamp
      } else if let type = schema.entity(named: entity)?.type {
        changes.presets[.manifest, default: .init()].fieldResets[type] = stamp
      }
    }
  }
}

/// Changes of presets that the history need not have any longer.
private struct EarlierChanges {
  struct Preset {
    var fields: [String: Stamp] = [:]
    var links: [String: [RecordName: LocalEdits.LinkChange]] = [:]
    var deletion: Stamp?
    var reset: Stamp?
    var fieldResets: [String: Stamp] = [:]
  }

  var presets: [RecordName: Preset] = [:]

  mutating func link(
    _ source: Int64, _ field: String, _ target: Int64, _ stamp: Stamp, isAdded: Bool
  ) {
    presets[RecordName(rowKey: source), default: .init()]
      .links[field, default: [:]][RecordName(rowKey: target)] =
      LocalEdits.LinkChange(stamp: stamp, isAdded: isAdded)
  }

  var edits: [RecordName: LocalEdits] {
    presets.reduce(into: [:]) { edits, entry in
      let (name, preset) = entry
      edits[name] = LocalEdits(
        deletion: preset.deletion, fields: preset.fields, links: preset.links,
        reset: preset.reset, fieldResets: preset.fieldResets,
        offer: name == .manifest ? nil : .beforeSync)
    }
  }
}

extension Stamp {
  /// Creates the stamp of a time and a device as a file has them; nil if they are no stamp.
  fileprivate init?(time: Int64, device: Int64) {
    guard let time = HybridTime(rawValue: time), let device = DeviceIdentifier(rawValue: device)
    else { return nil }
    self.init(time: time, device: device)
  }
}

extension _Storage.Row {
  /// Returns the stamp in the current two columns; that of rows older than the history for NULL.
  fileprivate mutating func stamp() -> Stamp {
    guard case .integer(let time) = value() else {
      _ = value()
      return .beforeSync
    }
    return Stamp(time: time, device: int64()) ?? .beforeSync
  }
}
