import Perennial
import PerennialRecords
import PerennialReplication

/// The changes of presets in transactions of the history.
struct PresetChanges {
  let sync: SyncTransaction
  let presets: PresetRows
  let recordTable: RecordTable
  let editTable: LocalEditTable
  let late: LateContent

  private var connection: Connection { sync.connection }

  /// Returns the changes of a preset that a catalog has written.
  func ofCatalog(
    _ kind: HistoryRecord.Kind, of name: RecordName, fields: [String], in stamp: Stamp
  ) throws -> [LocalChange] {
    switch kind {
    // A preset that the catalog no longer has is no deletion by the user.
    case .delete: return [.offer(name)]
    case .insert:
      let isRestored = try recordTable.tracked(name)?.acknowledged.state.deletion?.isDeleted == true
      return (isRestored ? [.offer(name), .insertion(name)] : [.offer(name)])
        + (try foldedEdits(of: name))
    case .update:
      guard let row = try presets.row(name) else { return [] }
      try moveCounters(of: row)
      let known = try recordTable.tracked(name)?.acknowledged.state
      let edits = try editTable.edits(of: name)
      // An edit that the row's metadata no longer have was reset, unless they have never had it.
      let late = try late.lateFields(of: name, ofType: row.location.entity.type)
      let reset = fields.filter { field in
        guard !late.contains(field),
          row.metadata.stamps.cells[row.location.entity.property(ofField: field) ?? ""] == nil
        else { return false }
        let latest = (known?.edits[field]?.stamp).joined(with: edits?.fields[field])
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
    guard let row = try presets.row(name), try !isReset(row.location, after: stamp) else {
      return fields
    }
    return fields.filter { field in
      guard let column = row.location.entity.column(ofField: field), column.kind != .reference,
        !column.property.isExternal, !column.property.isCounter
      else { return true }
      guard let cell = row.metadata.stamps.cells[column.property.name] else { return false }
      return cell.time >= stamp.time.rawValue
    }
  }

  /// Returns `true` if a preset may have been reset after a transaction.
  private func isReset(_ location: RowLocation, after stamp: Stamp) throws -> Bool {
    guard try StoreMetadata.hasTable(PresetTables.resets, on: connection) else { return false }
    return try connection.hasRow(
      "SELECT 1 FROM \(PresetTables.resets) WHERE pk IN (0, ?) AND stamp > ? LIMIT 1",
      [.integer(location.key), .integer(stamp.time.rawValue)]
    )
  }

  /// Returns the edits that a preset has from merged duplicates. The history has no other transaction for them.
  private func foldedEdits(of name: RecordName) throws -> [LocalChange] {
    guard let row = try presets.row(name), !row.metadata.stamps.cells.isEmpty else { return [] }
    let device = try sync.stamp.device.rawValue
    let known = try recordTable.tracked(name)?.acknowledged.state.edits ?? [:]
    let fields = row.location.entity.columns.compactMap { column -> String? in
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
        changes.append(
          .resetAll(type: entity.isEmpty ? nil : sync.schema.entity(named: entity)?.type))
      }
    }
    return changes
  }

  /// Adds the difference to counters whose start a later catalog has changed. The catalog has left their rows as they
  /// were, because the user has counted.
  private func moveCounters(of row: PresetRows.Row) throws {
    let (location, entity) = (row.location, row.location.entity)
    var metadata = row.metadata
    for (column, value) in zip(entity.columns, try sync.values(of: location)) {
      let name = column.property.name
      guard entity.counters[column.field] != nil, case .integer(let shown) = value.inRow,
        case .integer(let former) = metadata.stamps.cells[name]?.base,
        case .integer(let start) = metadata.stamps.cells[name]?.theirs
      else { continue }
      metadata.stamps.cells[name]?.base = .integer(start)
      metadata.stamps.cells[name]?.theirs = nil
      try connection.run(
        "UPDATE \(entity.table) SET \(column.name) = ?, \(SQLName.preset) = ? WHERE _pk = ?",
        [.integer(shown &+ start &- former), .text(metadata.text), .integer(location.key)])
      sync.changes.update(location.key, mask: column.property.mask, of: entity.containerEntity)
      sync.hasChanged = true
    }
  }
}
