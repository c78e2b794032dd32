import Perennial
import PerennialRecords
import PerennialReplication

/// Writes records to rows: those that the hub has sent, and those that merges have decided.
struct SyncedRowWriter {
  /// A row to write, and what is to be in it.
  struct PendingRow {
    let record: Record
    let content: RowContent
    let entity: SyncedEntity
    let key: Int64
  }

  let sync: SyncTransaction
  let assets: AssetContents
  let missing: MissingAssetTable
  let sealedValues: SealedValueTable
  let substituted: SubstitutedValueTable
  let presets: PresetRows
  let links: SyncedLinkWriter
  let oneToOneConflicts: OneToOneConflicts
  let refusedRows: RefusedRows

  var connection: Connection { sync.connection }

  /// Inserts, updates or, with nil, deletes rows. Rows can reference each other.
  func write(_ rows: [(record: Record, content: RowContent?)]) throws {
    sync.hasChanged = true
    var changes: [PendingRow] = []
    // Deletions first: they make unique values available.
    for (record, content) in rows {
      // The knowledge of entities that this program does not have is kept, without a row.
      guard let key = record.name.rowKey, let entity = sync.schema.entity(ofType: record.type)
      else {
        continue
      }
      if let content {
        changes.append(PendingRow(record: record, content: content, entity: entity, key: key))
      } else {
        if let location = try sync.locate(record.name) {
          try delete(location)
        } else if record.state.deletion?.isDeleted == true {
          try presets.noteDeletion(of: record, entity)
        } else {
          try presets.undoDeletion(of: record)
        }
        try refusedRows.forget(record.name)
        try missing.forget(record.name)
        try sealedValues.forget(record.name, replacedBy: nil)
        try substituted.note([:], of: record.name)
      }
    }
    let written = try writeAll(changes).map { (location: $0.location, content: $0.change.content) }
    for (location, content) in written { try links.link(location, content) }
    for (location, _) in written { try links.settlePairs(of: location) }
    try oneToOneConflicts.settle()
  }

  private func delete(_ location: RowLocation) throws {
    let entity = location.entity
    try sync.transaction.history?.preserve(
      entity.containerEntity.table, where: "_pk = ?", [.integer(location.key)])
    for reference in entity.oneToOneReferences {
      try oneToOneConflicts.note(reference, of: location)
    }
    sync.changes.add(try entity.containerEntity.owners(of: location.key, on: connection))
    for (column, stored) in zip(entity.columns, try sync.values(of: location)) {
      if column.takesAssets { try assets.preserve(stored, column) }
      guard column.kind == .reference, let target = stored.key else { continue }
      sync.changes.redirect(from: target, to: 0, column.property, entity.containerEntity)
    }
    try connection.run("DELETE FROM \(entity.table) WHERE _pk = ?", [.integer(location.key)])
    var event = ChangeSet()
    event.changes[entity.name] = .init(deleted: [location.key])
    sync.changes.add(event)
  }

  /// Inserts or updates a row.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``, also if SQLite refuses the row. Then it is as before.
  /// - Returns: The row, and the values that its properties cannot have.
  func writeRow(
    _ change: PendingRow
  ) throws -> (location: RowLocation, substitutes: [String: SubstitutedValue]) {
    if let location = try sync.locate(change.record.name) {
      return (location, try update(location, change.content))
    }
    let location = RowLocation(entity: change.entity, key: change.key)
    let metadata = try presets.metadata(of: change.record, change.entity)
    return (location, try insert(location, content: change.content, metadata: metadata))
  }

  private func insert(
    _ location: RowLocation, content: RowContent, metadata: PresetMetadata?
  ) throws -> [String: SubstitutedValue] {
    let entity = location.entity
    var substitutes: [String: SubstitutedValue] = [:]
    let statement = try connection.statement(
      metadata == nil ? entity.insertion : entity.presetInsertion)
    let values = try entity.columns.map { column in
      let wanted = content.values[column.field]
      if let value = try value(wanted, for: column) { return value }
      let value = try column.defaultValue()
      if let wanted, Self.isUnfit(wanted, column) {
        substitutes[column.field] = SubstitutedValue(
          value: wanted, shown: try assets.recordValue(.value(value), column))
      }
      if let wanted, wanted.sealed != nil {
        let shown = try assets.recordValue(.value(value), column)
        try sealedValues.note(
          wanted, in: column.field, of: RecordName(rowKey: location.key), shows: shown)
      }
      if let asset = wanted?.asset, column.takesAssets {
        let shown = try assets.recordValue(.value(value), column)
        try missing.note(
          asset, missingIn: column.field, of: RecordName(rowKey: location.key), shows: shown)
      }
      return value
    }
    try connection.run(statement) { binder in
      binder.bind(location.key)
      for (column, value) in zip(entity.columns, values) { binder.bind(value, in: column) }
      if let metadata { binder.bind(verbatim: metadata.text) }
    }
    if metadata != nil { try presets.forgetDeletion(ofPreset: location.key) }
    sync.changes.insert([location.key], entity.containerEntity)
    for column in entity.columns where column.kind == .reference {
      guard let target = content.values[column.field]?.target?.rowKey else { continue }
      sync.changes.redirect(from: 0, to: target, column.property, entity.containerEntity)
    }
    for reference in entity.oneToOneReferences {
      try oneToOneConflicts.note(reference, of: location)
    }
    return substitutes
  }

  private func update(
    _ location: RowLocation, _ content: RowContent
  ) throws -> [String: SubstitutedValue] {
    let entity = location.entity
    var substitutes: [String: SubstitutedValue] = [:]
    var mask: PropertyMask = []
    var written: [(column: SyncedEntity.Column, former: ColumnContent, value: SQLValue)] = []
    for (column, former) in zip(entity.columns, try sync.values(of: location)) {
      let wanted = content.values[column.field]
      if let value = try newValue(wanted, in: column, former, of: location) {
        written.append((column, former, value))
      } else if let wanted, Self.isUnfit(wanted, column), try value(wanted, for: column) == nil {
        substitutes[column.field] = SubstitutedValue(
          value: wanted, shown: try assets.recordValue(former, column))
      }
    }
    for reference in entity.oneToOneReferences {
      try oneToOneConflicts.note(reference, of: location)
    }
    if !written.isEmpty { try sync.write(written.map { ($0.column, $0.value) }, to: location) }
    for (column, former, value) in written {
      mask = mask.union(column.property.mask)
      if column.kind == .reference {
        sync.changes.redirect(
          from: former.key ?? 0, to: value.key ?? 0, column.property, entity.containerEntity)
      }
    }
    for reference in entity.oneToOneReferences {
      try oneToOneConflicts.note(reference, of: location)
    }
    sync.changes.update(location.key, mask: mask, of: entity.containerEntity)
    return substitutes
  }

  /// Returns `true` if a value that is not written is one that the property cannot have, and no one that comes later.
  static func isUnfit(_ value: RecordValue?, _ column: SyncedEntity.Column) -> Bool {
    guard let value, column.kind == .value else { return false }
    return value.sealed == nil && !(value.asset != nil && column.takesAssets)
  }

  /// Returns the value to write into a column; nil if the column keeps its value.
  private func newValue(
    _ wanted: RecordValue?, in column: SyncedEntity.Column, _ former: ColumnContent,
    of location: RowLocation
  ) throws -> SQLValue? {
    guard let wanted else { return nil }
    if wanted.sealed != nil {
      let shown = try assets.recordValue(former, column)
      try sealedValues.note(
        wanted, in: column.field, of: RecordName(rowKey: location.key), shows: shown)
      return nil
    }
    guard column.takesAssets else {
      return try value(wanted, for: column).flatMap { $0 == former.inRow ? nil : $0 }
    }
    let name = RecordName(rowKey: location.key)
    let shown = try assets.recordValue(former, column)
    let value = wanted == shown ? nil : try value(wanted, for: column)
    if value == nil, wanted != shown, let asset = wanted.asset {
      try missing.note(asset, missingIn: column.field, of: name, shows: shown)
      return nil
    }
    try missing.forget(name, in: column.field)
    if value != nil { try assets.preserve(former, column) }
    return value
  }

  // MARK: Values

  /// Returns the value of a record's field for a column; nil if there is none, or if the property cannot have it:
  /// another version of the program can have given the property another type.
  func value(_ value: RecordValue?, for column: SyncedEntity.Column) throws -> SQLValue? {
    if let asset = value?.asset {
      guard column.takesAssets else { return nil }
      return try assets.bytes(of: asset).flatMap { column.value(ofAsset: $0) }
    }
    guard let value = try column.value(value) else { return nil }
    guard column.kind == .value, value != .null, column.property.isChecked,
      try !column.property.fits(value, on: connection)
    else { return value }
    return nil
  }
}
