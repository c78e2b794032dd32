import Perennial
import PerennialRecords
import PerennialReplication

/// The rows of presets, with the metadata that tell the user's edits from the catalog's values.
final class PresetRows {
  /// A row of a preset, with its metadata.
  struct Row {
    let location: RowLocation
    let metadata: PresetMetadata
  }

  private let sync: SyncTransaction
  private let connection: Connection
  private let assets: AssetContents
  /// The records of the applied catalogs, once they were read.
  private var catalogs: [String: CatalogRecord]?

  init(_ sync: SyncTransaction, _ assets: AssetContents) {
    (self.sync, self.assets, connection) = (sync, assets, sync.connection)
  }

  /// Returns the row of a preset; nil if it has none.
  func row(_ name: RecordName) throws -> Row? {
    guard name.presetKey != nil, let location = try sync.locate(name),
      try PresetTables.concern(location.entity.tableName, on: connection)
    else { return nil }
    return try connection.first(
      "SELECT \(SQLName.preset) FROM \(location.entity.table) WHERE _pk = ?",
      [.integer(location.key)]
    ) { row in
      guard case .text(let text) = row.value() else { return nil }
      let metadata = try PresetMetadata(
        text, of: "\(location.entity.name) \(location.key)", in: connection)
      return Row(location: location, metadata: metadata)
    }
  }

  /// Returns the records of the applied catalogs, by name.
  func catalogRecords() throws -> [String: CatalogRecord] {
    if let catalogs { return catalogs }
    let records = try CatalogRecord.all(on: connection)
    catalogs = records
    return records
  }

  /// Returns the names of the presets of an entity, or of all.
  func names(ofType type: String?) throws -> [RecordName] {
    var names: Set<RecordName> = []
    try connection.rows(
      "SELECT name FROM \(SyncTables.records) WHERE name LIKE 'p.%' AND (?1 IS NULL OR type = ?1)",
      [type.map { .text($0) } ?? .null]
    ) { names.insert(RecordName($0.string())) }
    for root in sync.schema.roots where try PresetTables.concern(root.tableName, on: connection) {
      let isShared = root.containerEntity.table.isOwn(alias: "t").isEmpty == false
      try connection.rows(
        "SELECT _pk, \(isShared ? SQLName.entity : "NULL") FROM \(root.table) WHERE _pk < 0"
      ) { row in
        let key = row.int64()
        let entity =
          if case .text(let name) = row.value() { sync.schema.entity(named: name) } else { root }
        if type == nil || entity?.type == type { names.insert(RecordName(rowKey: key)) }
      }
    }
    names.remove(.manifest)
    return names.sorted()
  }

  // MARK: Deletions

  /// Notes the deletion of a preset that the store has never had. A catalog that comes later does not insert it.
  func noteDeletion(of record: Record, _ entity: SyncedEntity) throws {
    guard let key = record.name.presetKey, let deletion = record.state.deletion,
      let identity = record.state.catalogVersion?.identity,
      (try? PresetMetadata(text: identity)) != nil
    else { return }
    try installPresets(in: entity)
    try connection.run(
      """
      INSERT OR IGNORE INTO \(PresetTables.deleted) (entity, pk, preset, stamp, device) \
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(entity.name), .integer(key), .text(identity),
        .integer(deletion.stamp.time.rawValue), .integer(deletion.stamp.device.rawValue),
      ])
  }

  /// Removes the record of a preset's deletion.
  func forgetDeletion(ofPreset key: Int64) throws {
    guard try StoreMetadata.hasTable(PresetTables.deleted, on: connection) else { return }
    try connection.run("DELETE FROM \(PresetTables.deleted) WHERE pk = ?", [.integer(key)])
  }

  /// Undoes the deletion of a preset whose content was never sent, after a reset. Its catalog inserts the preset when
  /// it is applied the next time.
  func undoDeletion(of record: Record) throws {
    guard let key = record.name.presetKey, let version = record.state.catalogVersion,
      version.isEmpty,
      try sync.typeOfDeletedPreset(record.name) != nil, let catalog = version.catalog
    else { return }
    try forgetDeletion(ofPreset: key)
    try connection.run(
      "UPDATE \(PresetTables.catalogs) SET fingerprint = ? WHERE name = ?",
      [.text(AppliedCatalog.incomplete), .text(catalog)])
    catalogs = nil
  }

  // MARK: Edits

  /// Notes in a preset's row what users have edited; see ``ReplicaStore/noteEdits(of:linksOfCatalog:)``.
  func noteEdits(
    of preset: Record, linksOfCatalog links: [String: [RecordName: Bool]]
  ) throws {
    guard let former = try row(preset.name) else { return }
    let location = former.location
    if let metadata = try metadata(of: preset, location.entity),
      metadata.text != former.metadata.text
    {
      try connection.run(
        "UPDATE \(location.entity.table) SET \(SQLName.preset) = ? WHERE _pk = ?",
        [.text(metadata.text), .integer(location.key)])
      let (edits, earlier) = (metadata.stamps.cells.keys, former.metadata.stamps.cells.keys)
      for column in location.entity.columns
      where edits.contains(column.property.name) != earlier.contains(column.property.name) {
        sync.changes.update(
          location.key, mask: column.property.mask, of: location.entity.containerEntity)
      }
    }
    for join in try PresetLinks(connection: connection).write(links, of: location) {
      sync.changes.update(
        location.key, mask: join.relationship.property.mask, of: location.entity.containerEntity)
    }
  }

  // MARK: Metadata

  /// Returns the metadata for the row of a preset: the catalog and the ID, and the edits that are in effect; nil
  /// for an object.
  ///
  /// - Throws: ``UnstorableRecord`` if a new preset has no identity, or one that is none; the errors of the store.
  func metadata(of record: Record, _ entity: SyncedEntity) throws -> PresetMetadata? {
    guard record.name.presetKey != nil else { return nil }
    let former = try row(record.name)?.metadata
    guard var metadata = try former ?? record.state.catalogVersion?.metadata() else {
      // A row with the key of a preset and without metadata would be neither a preset nor an object.
      throw UnstorableRecord(explanation: "the preset has no identity")
    }
    if former == nil { try installPresets(in: entity) }
    metadata.stamps = FieldStamps()
    for column in entity.columns where column.kind != .orderKey {
      guard let edit = record.state.edits[column.field] else { continue }
      let base = try base(
        record.state.catalogVersion?.values[column.field] ?? edit.base, of: column,
        former: former?.stamps.cells[column.property.name]?.base)
      metadata.stamps.cells[column.property.name] = FieldStamps.Cell(
        time: edit.stamp.time.rawValue, device: edit.stamp.device.rawValue, base: base)
    }
    for column in entity.counterColumns {
      guard let stamp = record.state.counters[column.field]?.latestStamp else { continue }
      metadata.stamps.cells[column.property.name] = FieldStamps.Cell(
        time: stamp.time.rawValue, device: stamp.device.rawValue,
        base: try column.value(record.state.catalogVersion?.values[column.field]))
    }
    return metadata
  }

  /// Returns the catalog's value for the metadata of a row. A value in a file has none there, and neither has one whose
  /// bytes are not here.
  private func base(
    _ value: RecordValue?, of column: SyncedEntity.Column, former: SQLValue?
  ) throws -> SQLValue? {
    guard let asset = value?.asset else { return try column.value(value) }
    if column.property.isExternal { return nil }
    if let former, try assets.recordValue(.value(former), column).asset == asset { return former }
    return try assets.bytes(of: asset).flatMap { column.value(ofAsset: $0) }
  }

  /// Prepares the table of an entity for presets.
  private func installPresets(in entity: SyncedEntity) throws {
    if try PresetTables.concern(entity.tableName, on: connection) { return }
    try SchemaCheck.trusting(connection) {
      try PresetTables.create(on: connection)
      try PresetTables.install([entity.tableName], on: connection)
    }
  }
}
