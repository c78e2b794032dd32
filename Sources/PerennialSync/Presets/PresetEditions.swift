import Perennial
import PerennialRecords
import PerennialReplication

/// The content of presets in the device's catalogs, as their rows have it.
struct PresetEditions {
  let sync: SyncTransaction
  let assets: AssetContents
  let presets: PresetRows
  let rows: RowContents
  let recordTable: RecordTable
  let editTable: LocalEditTable

  private var connection: Connection { sync.connection }

  /// Returns the content of a preset in the device's catalog, as its row has it: the values of unedited
  /// fields, and the catalog's values in the metadata of edited ones. It is nil if the hub has this content, or a later
  /// one. The content of a deleted preset is its identity.
  func catalogVersion(of name: RecordName) throws -> CatalogVersion<RecordValue>? {
    guard name.presetKey != nil else { return nil }
    let known = try recordTable.tracked(name)?.acknowledged.state.catalogVersion
    let edits = try editTable.edits(of: name)
    if let known, !known.isEmpty, edits?.offer == nil { return nil }
    guard let row = try presets.row(name), let content = try rows.content(of: name) else {
      if edits?.deletion == nil { return try retired(known, of: name) }
      return known == nil ? try identity(ofDeleted: name) : nil
    }
    let entity = row.location.entity
    let catalog = String(row.metadata.name.prefix { $0 != "/" })
    let record = try presets.catalogRecords()[catalog]
    let fields = record?.fields[entity.name].map { Set($0.flatMap(entity.fields)) }
    var values: [String: RecordValue] = [:]
    for column in entity.columns where column.kind != .orderKey {
      guard fields?.contains(column.field) != false else { continue }
      if let cell = row.metadata.stamps.cells[column.property.name] {
        if let base = cell.theirs ?? cell.base {
          values[column.field] = try assets.recordValue(.value(base), column)
        }
      } else {
        values[column.field] = content.values[column.field]
      }
    }
    return CatalogVersion(
      version: record?.version ?? 0, values: values, links: try catalogLinks(of: row.location),
      identity: PresetMetadata.pristine(row.metadata.name, firstID: row.metadata.firstID))
  }

  /// Returns the identity of a preset that the user has deleted before its content was sent. Other devices note it, so
  /// that their catalogs do not insert the preset.
  private func identity(ofDeleted name: RecordName) throws -> CatalogVersion<RecordValue>? {
    guard let key = name.presetKey,
      try StoreMetadata.hasTable(PresetTables.deleted, on: connection)
    else { return nil }
    var version: CatalogVersion<RecordValue>?
    let table = PresetTables.deleted
    try connection.rows("SELECT preset FROM \(table) WHERE pk = ?", [.integer(key)]) { row in
      let metadata = try PresetMetadata(
        row.string(), of: "\(key) in \(table)", column: "preset", in: connection)
      version = CatalogVersion(
        version: 0, values: [:],
        identity: PresetMetadata.pristine(metadata.name, firstID: metadata.firstID))
    }
    return version
  }

  /// Returns the content of a preset that the device's catalog has retired, until the hub knows of it.
  private func retired(
    _ known: CatalogVersion<RecordValue>?, of name: RecordName
  ) throws -> CatalogVersion<RecordValue>? {
    guard let known, !known.isRetired, !known.isEmpty, let identity = known.identity,
      try sync.typeOfDeletedPreset(name) == nil, try recordTable.tracked(name)?.isLeftOut == false
    else { return nil }
    guard let catalog = known.catalog,
      let version = try presets.catalogRecords()[catalog]?.version, version >= known.version
    else { return nil }
    return CatalogVersion(
      version: version, values: known.values, links: known.links, isRetired: true,
      identity: identity)
  }

  /// Returns the links that the catalog has, also those that the user has deleted or inserted before.
  private func catalogLinks(of location: RowLocation) throws -> [String: [RecordName]] {
    var links: [String: [RecordName]] = [:]
    for join in location.entity.joins {
      guard try PresetTables.concern(join.tableName, on: connection) else { continue }
      let targets = try connection.integers(
        """
        SELECT target FROM \(join.table) WHERE source = ?1 AND \(SQLName.preset) IS NOT NULL UNION \
        SELECT target FROM \(PresetTables.unlinked) \
        WHERE links = ?2 AND source = ?1 AND \(PresetTables.isOffered) ORDER BY 1
        """, [.integer(location.key), .text(join.tableName)])
      if !targets.isEmpty { links[join.field] = targets.map(RecordName.init(rowKey:)) }
    }
    return links
  }
}
