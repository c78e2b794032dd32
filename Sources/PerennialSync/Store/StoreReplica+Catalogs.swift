import Perennial
import PerennialRecords
import PerennialReplication

// Presets: the content of the device's catalogs as the rows have it, and the metadata of rows.

extension StoreReplica {
  /// Returns the changes of a preset that a catalog has written.
  func catalogChanges(
    _ kind: HistoryRecord.Kind, _ name: RecordName, _ fields: [String], in stamp: Stamp
  ) throws -> [LocalChange] {
    switch kind {
    // A preset that the catalog no longer has is no deletion by the user.
    case .delete: return [.offer(name)]
    case .insert:
      let isRestored = try tracked(name)?.acknowledged.state.life?.isDeleted == true
      return (isRestored ? [.offer(name), .insertion(name)] : [.offer(name)])
        + (try foldedEdits(of: name))
    case .update:
      guard let row = try presetRow(name) else { return [] }
      try moveCounters(of: row)
      let known = try tracked(name)?.acknowledged.state
      let edits = try edits(of: name)
      // An edit that the row's metadata no longer have was reset.
      let reset = fields.filter { field in
        guard row.metadata.stamps.cells[row.place.entity.property(ofField: field) ?? ""] == nil
        else { return false }
        let latest = (known?.cells[field]?.stamp).joined(with: edits?.fields[field])
          .joined(with: known?.counters[field]?.latestStamp)
        let former = (known?.fieldResets[field]).joined(with: known?.reset)
          .joined(with: edits?.reset).joined(with: edits?.fieldResets[field])
        guard let latest, latest < stamp else { return false }
        return former.map { $0 < latest } ?? true
      }
      return [.offer(name)] + reset.map { .reset(name, field: $0) }
        + (try foldedEdits(of: name))
    }
  }

  /// Returns the fields of a preset that a transaction of the user has given another value.
  ///
  /// The metadata of the row know them. A field that the catalog leaves to the user has no value in any record
  /// until the user writes it. So a form that writes the field unchanged could not be told from an edit otherwise.
  func editedFields(
    of name: RecordName, among fields: [String], at stamp: Stamp
  ) throws -> [String] {
    // A reset has removed the metadata of earlier edits, also of fields that the catalog leaves to the user.
    guard let row = try presetRow(name), try !isReset(row.place, after: stamp) else {
      return fields
    }
    return fields.filter { field in
      guard let column = row.place.entity.column(ofField: field), column.kind != .reference,
        !column.property.isExternal, !column.property.isCounter
      else { return true }
      guard let cell = row.metadata.stamps.cells[column.property.name] else { return false }
      return cell.time >= stamp.time.rawValue
    }
  }

  /// Returns `true` if a preset may have been reset after a transaction.
  private func isReset(_ place: Place, after stamp: Stamp) throws -> Bool {
    guard try StoreMetadata.hasTable(PresetTables.resets, on: connection) else { return false }
    return try !connection.integers(
      "SELECT 1 FROM \(PresetTables.resets) WHERE pk IN (0, ?) AND stamp > ? LIMIT 1",
      [.integer(place.key), .integer(stamp.time.rawValue)]
    ).isEmpty
  }

  /// Returns the edits that a preset has from merged duplicates. The history has no other transaction for them.
  private func foldedEdits(of name: RecordName) throws -> [LocalChange] {
    guard let row = try presetRow(name), !row.metadata.stamps.cells.isEmpty else { return [] }
    let device = try device.rawValue
    let known = try tracked(name)?.acknowledged.state.cells ?? [:]
    let fields = row.place.entity.columns.compactMap { column -> String? in
      guard column.kind != .orderKey, let cell = row.metadata.stamps.cells[column.property.name],
        cell.device != device, known[column.field]?.stamp.time.rawValue != cell.time
      else { return nil }
      return column.field
    }
    return fields.isEmpty ? [] : [.update(name, fields: fields)]
  }

  /// Returns the resets that a transaction has recorded.
  func resets(at stamp: Stamp) throws -> [LocalChange] {
    guard try StoreMetadata.hasTable(PresetTables.resets, on: connection) else { return [] }
    var changes: [LocalChange] = []
    try connection.rows(
      "SELECT entity, pk FROM \(PresetTables.resets) WHERE stamp = ? AND device = ?",
      [.integer(stamp.time.rawValue), .integer(stamp.device.rawValue)]
    ) { row in
      let (entity, key) = (row.string(), row.int64())
      if key != 0 {
        changes.append(.reset(RecordName(rowKey: key), field: nil))
      } else {
        changes.append(.resetAll(type: entity.isEmpty ? nil : schema.entity(named: entity)?.type))
      }
    }
    return changes
  }

  /// Returns the type of a preset that the user has deleted; nil if the record is none.
  func typeOfDeletedPreset(_ name: RecordName) throws -> String? {
    guard let key = name.presetKey,
      try StoreMetadata.hasTable(PresetTables.deleted, on: connection)
    else { return nil }
    var type: String?
    try connection.rows(
      "SELECT entity FROM \(PresetTables.deleted) WHERE pk = ?", [.integer(key)]
    ) { row in
      type = schema.entity(named: row.string())?.type
    }
    return type
  }

  /// Notes the deletion of a preset that the store has never had. A catalog that comes later does not insert it.
  func noteDeletion(of record: Record, _ entity: SyncedEntity) throws {
    guard let key = record.name.presetKey, let life = record.state.life,
      let identity = record.state.edition?.identity
    else { return }
    try installPresets(in: entity)
    try connection.run(
      """
      INSERT OR IGNORE INTO \(PresetTables.deleted) (entity, pk, preset, stamp, device) \
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(entity.name), .integer(key), .text(identity),
        .integer(life.stamp.time.rawValue), .integer(life.stamp.device.rawValue),
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
    guard let key = record.name.presetKey, let edition = record.state.edition, edition.isEmpty,
      let identity = edition.identity, try typeOfDeletedPreset(record.name) != nil
    else { return }
    try forgetDeletion(ofPreset: key)
    let catalog = try PresetMetadata(text: identity).name.prefix { $0 != "/" }
    try connection.run(
      "UPDATE \(PresetTables.catalogs) SET fingerprint = ? WHERE name = ?",
      [.text(CatalogRecord.incomplete), .text(String(catalog))])
    knownCatalogs = nil
  }

  func presets(ofType type: String?) throws -> [RecordName] {
    var names: Set<RecordName> = []
    try connection.rows(
      "SELECT name FROM \(SyncTables.records) WHERE name LIKE 'p.%' AND (?1 IS NULL OR type = ?1)",
      [type.map { .text($0) } ?? .null]
    ) { names.insert(RecordName($0.string())) }
    for root in schema.roots where try PresetTables.concern(root.tableName, on: connection) {
      let isShared = root.entity.entity.isOwn(alias: "t").isEmpty == false
      try connection.rows(
        "SELECT _pk, \(isShared ? SQLName.entity : "NULL") FROM \(root.table) WHERE _pk < 0"
      ) { row in
        let key = row.int64()
        let entity =
          if case .text(let name) = row.value() { schema.entity(named: name) } else { root }
        if type == nil || entity?.type == type { names.insert(RecordName(rowKey: key)) }
      }
    }
    names.remove(.manifest)
    return names.sorted()
  }

  // MARK: Content

  /// A row of a preset, with its metadata.
  struct PresetRow {
    let place: Place
    let metadata: PresetMetadata
  }

  /// Returns the row of a preset; nil if it has none.
  func presetRow(_ name: RecordName) throws -> PresetRow? {
    guard name.presetKey != nil, let place = try locate(name),
      try PresetTables.concern(place.entity.tableName, on: connection)
    else { return nil }
    var metadata: PresetMetadata?
    try connection.rows(
      "SELECT \(SQLName.preset) FROM \(place.entity.table) WHERE _pk = ?", [.integer(place.key)]
    ) { row in
      guard case .text(let text) = row.value() else { return }
      metadata = try PresetMetadata(
        text, of: "\(place.entity.name) \(place.key)", in: connection)
    }
    return metadata.map { PresetRow(place: place, metadata: $0) }
  }

  /// Returns the content of a preset in the device's catalog, as its row has it: the values of unedited
  /// fields, and the catalog's values in the metadata of edited ones. It is nil if the hub has this content, or a later
  /// one. The content of a deleted preset is its identity.
  func edition(of name: RecordName) throws -> CatalogVersion<RecordValue>? {
    guard name.presetKey != nil else { return nil }
    let known = try tracked(name)?.acknowledged.state.edition
    let edits = try edits(of: name)
    if let known, !known.isEmpty, edits?.offer == nil { return nil }
    guard let row = try presetRow(name), let content = try content(of: name) else {
      if edits?.deletion == nil { return try retired(known, of: name) }
      return known == nil ? try identity(ofDeleted: name) : nil
    }
    let entity = row.place.entity
    let catalog = String(row.metadata.name.prefix { $0 != "/" })
    let record = try catalogRecords()[catalog]
    let fields = record?.fields[entity.name].map { Set($0.flatMap(entity.fields)) }
    var values: [String: RecordValue] = [:]
    for column in entity.columns where column.kind != .orderKey {
      guard fields?.contains(column.field) != false else { continue }
      if let cell = row.metadata.stamps.cells[column.property.name] {
        if let base = cell.theirs ?? cell.base {
          values[column.field] = try recordValue(.value(base), column)
        }
      } else {
        values[column.field] = content.values[column.field]
      }
    }
    return CatalogVersion(
      version: record?.version ?? 0, values: values, links: try catalogLinks(of: row.place),
      identity: PresetMetadata.pristine(row.metadata.name, firstID: row.metadata.firstID))
  }

  /// Returns the identity of a preset that the user has deleted before its content was sent. Other devices note it, so
  /// that their catalogs do not insert the preset.
  private func identity(ofDeleted name: RecordName) throws -> CatalogVersion<RecordValue>? {
    guard let key = name.presetKey,
      try StoreMetadata.hasTable(PresetTables.deleted, on: connection)
    else { return nil }
    var edition: CatalogVersion<RecordValue>?
    let table = PresetTables.deleted
    try connection.rows("SELECT preset FROM \(table) WHERE pk = ?", [.integer(key)]) { row in
      let metadata = try PresetMetadata(
        row.string(), of: "\(key) in \(table)", column: "preset", in: connection)
      edition = CatalogVersion(
        version: 0, values: [:],
        identity: PresetMetadata.pristine(metadata.name, firstID: metadata.firstID))
    }
    return edition
  }

  /// Returns the content of a preset that the device's catalog has retired, until the hub knows of it.
  private func retired(
    _ known: CatalogVersion<RecordValue>?, of name: RecordName
  ) throws -> CatalogVersion<RecordValue>? {
    guard let known, !known.isRetired, !known.isEmpty, let identity = known.identity,
      try typeOfDeletedPreset(name) == nil, try tracked(name)?.isLeftOut == false
    else { return nil }
    let catalog = try PresetMetadata(text: identity).name.prefix { $0 != "/" }
    guard let version = try catalogRecords()[String(catalog)]?.version, version >= known.version
    else { return nil }
    return CatalogVersion(
      version: version, values: known.values, links: known.links, isRetired: true,
      identity: identity)
  }

  /// Returns the links that the catalog has, also those that the user has deleted or inserted before.
  private func catalogLinks(of place: Place) throws -> [String: [RecordName]] {
    var links: [String: [RecordName]] = [:]
    for join in place.entity.joins {
      guard try PresetTables.concern(join.tableName, on: connection) else { continue }
      let targets = try connection.integers(
        """
        SELECT target FROM \(join.table) WHERE source = ?1 AND \(SQLName.preset) IS NOT NULL UNION \
        SELECT target FROM \(PresetTables.unlinked) \
        WHERE links = ?2 AND source = ?1 AND \(PresetTables.isOffered) ORDER BY 1
        """, [.integer(place.key), .text(join.tableName)])
      if !targets.isEmpty { links[join.field] = targets.map(RecordName.init(rowKey:)) }
    }
    return links
  }

  private func catalogRecords() throws -> [String: CatalogRecord] {
    if let knownCatalogs { return knownCatalogs }
    let records = try CatalogRecord.all(on: connection)
    knownCatalogs = records
    return records
  }

  // MARK: Metadata

  /// Returns the metadata for the row of a preset: the catalog and the ID, and the edits that are in effect; nil
  /// for an object.
  func metadata(of record: Record, _ entity: SyncedEntity) throws -> PresetMetadata? {
    guard record.name.presetKey != nil else { return nil }
    let former = try presetRow(record.name)?.metadata
    let identity = try record.state.edition?.identity.map { try PresetMetadata(text: $0) }
    guard var metadata = former ?? identity else { return nil }
    if former == nil { try installPresets(in: entity) }
    metadata.stamps = FieldStamps()
    for column in entity.columns where column.kind != .orderKey {
      guard let edit = record.state.cells[column.field] else { continue }
      let base = try base(
        record.state.edition?.values[column.field] ?? edit.base, of: column,
        former: former?.stamps.cells[column.property.name]?.base)
      metadata.stamps.cells[column.property.name] = FieldStamps.Cell(
        time: edit.stamp.time.rawValue, device: edit.stamp.device.rawValue, base: base)
    }
    for column in entity.counterColumns {
      guard let stamp = record.state.counters[column.field]?.latestStamp else { continue }
      metadata.stamps.cells[column.property.name] = FieldStamps.Cell(
        time: stamp.time.rawValue, device: stamp.device.rawValue,
        base: try column.value(record.state.edition?.values[column.field]))
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
    if let former, try recordValue(.value(former), column).asset == asset { return former }
    return try bytes(of: asset).flatMap { column.value(ofAsset: $0) }
  }

  /// Prepares the table of an entity for presets.
  private func installPresets(in entity: SyncedEntity) throws {
    try PresetTables.create(on: connection)
    if try PresetTables.concern(entity.tableName, on: connection) { return }
    try PresetTables.install([entity.tableName], on: connection)
  }
}
