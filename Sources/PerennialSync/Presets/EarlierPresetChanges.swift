import Perennial
import PerennialRecords
import PerennialReplication

// The changes of presets from before the first sync. Objects are sent as a whole, but a preset's edits are told from
// its catalog's values by the metadata of the rows and by the tables of deleted presets, deleted links and resets.

/// Changes of presets that the history need not have any longer.
struct EarlierPresetChanges {
  private struct Preset {
    var fields: [String: Stamp] = [:]
    var links: [String: [RecordName: LocalEdits.LinkChange]] = [:]
    var deletion: Stamp?
    var reset: Stamp?
    var fieldResets: [String: Stamp] = [:]
  }

  private let sync: SyncTransaction
  private let connection: Connection
  private let rows: PresetRows
  private var presets: [RecordName: Preset] = [:]

  /// Reads the changes of all presets.
  init(_ sync: SyncTransaction, _ rows: PresetRows) throws {
    (self.sync, self.rows, connection) = (sync, rows, sync.connection)
    guard try StoreMetadata.hasTable(PresetTables.deleted, on: connection) else { return }
    for root in sync.schema.roots where try PresetTables.concern(root.tableName, on: connection) {
      try addFields(of: root)
    }
    var joins: Set<String> = []
    for join in sync.schema.entities.flatMap(\.joins) where joins.insert(join.tableName).inserted {
      try addLinks(join)
    }
    try addDeletions()
    try addResets()
  }

  /// The changes, by the names of the records.
  var edits: [RecordName: LocalEdits] {
    presets.reduce(into: [:]) { edits, entry in
      let (name, preset) = entry
      edits[name] = LocalEdits(
        deletion: preset.deletion, fields: preset.fields, links: preset.links,
        reset: preset.reset, fieldResets: preset.fieldResets,
        offer: name == .manifest ? nil : .beforeSync)
    }
  }

  private mutating func addFields(of root: SyncedEntity) throws {
    let keys = try connection.integers(
      "SELECT _pk FROM \(root.table) WHERE _pk < 0 AND substr(\(SQLName.preset), -2) = '}]'")
    for name in keys.map(RecordName.init(rowKey:)) {
      guard let row = try rows.row(name) else { continue }
      for column in row.location.entity.columns where column.kind != .orderKey {
        guard let cell = row.metadata.stamps.cells[column.property.name] else { continue }
        presets[name, default: .init()].fields[column.field] =
          Stamp(time: cell.time, device: cell.device) ?? .beforeSync
      }
    }
  }

  private mutating func addLinks(_ join: SyncedEntity.Join) throws {
    let isCatalogs = try PresetTables.concern(join.tableName, on: connection)
    try connection.rows(
      """
      SELECT source, target FROM \(join.table) WHERE source < 0\
      \(isCatalogs ? " AND \(SQLName.preset) IS NOT 1" : "")
      """
    ) { row in
      link(row.int64(), field: join.field, to: row.int64(), at: .beforeSync, isAdded: true)
    }
    try connection.rows(
      "SELECT source, target, abs(stamp), device FROM \(PresetTables.unlinked) WHERE links = ?",
      [.text(join.tableName)]
    ) { row in
      let (source, target) = (row.int64(), row.int64())
      link(source, field: join.field, to: target, at: row.stamp(), isAdded: false)
    }
  }

  private mutating func addDeletions() throws {
    try connection.rows("SELECT pk, stamp, device FROM \(PresetTables.deleted)") { row in
      presets[RecordName(rowKey: row.int64()), default: .init()].deletion = row.stamp()
    }
  }

  private mutating func addResets() throws {
    guard try StoreMetadata.hasTable(PresetTables.resets, on: connection) else { return }
    try connection.rows("SELECT entity, pk, stamp, device FROM \(PresetTables.resets)") { row in
      let (entity, key, stamp) = (row.string(), row.int64(), row.stamp())
      if key != 0 {
        presets[RecordName(rowKey: key), default: .init()].reset = stamp
      } else if entity.isEmpty {
        presets[.manifest, default: .init()].reset = stamp
      } else if let type = sync.schema.entity(named: entity)?.type {
        presets[.manifest, default: .init()].fieldResets[type] = stamp
      }
    }
  }

  private mutating func link(
    _ source: Int64, field: String, to target: Int64, at stamp: Stamp, isAdded: Bool
  ) {
    presets[RecordName(rowKey: source), default: .init()]
      .links[field, default: [:]][RecordName(rowKey: target)] =
      LocalEdits.LinkChange(stamp: stamp, isAdded: isAdded)
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
