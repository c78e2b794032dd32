import Perennial
import PerennialSQLite

/// The scan of one entity's presets in the order of their keys, beside the catalog's presets in the same
/// order.
struct PresetScan {
  private let transaction: PresetTransaction
  private let entity: ContainerEntity
  private let contents: CatalogContents
  /// The entity's presets in the catalogs, by ascending key.
  private let locations: [EntityPresets.Location]
  /// The properties with a column, in the order of the query.
  private let columns: [PropertyLayout]
  /// The indices of these properties.
  private let indices: [Int]
  private let isCompared: [Bool]
  /// The index of the metadata; see ``CatalogPreset/metadataIndex``.
  private let metadataIndex: Int
  private var next = 0
  /// The last row that differs in attributes alone, reused for the next one with the same flags.
  private var last: (flags: UInt64, row: StoreState.Row)?

  init(
    _ transaction: PresetTransaction, entity: ContainerEntity, contents: CatalogContents,
    presets: EntityPresets?, besides userProperties: Set<String>
  ) {
    self.transaction = transaction
    self.entity = entity
    self.contents = contents
    locations = presets?.locations ?? []
    metadataIndex = presets?.layout.properties.count ?? 0
    columns = locations.isEmpty ? [] : entity.table.columns.filter { $0.columnName != nil }
    indices = columns.map(\.index)
    isCompared = columns.map { !userProperties.contains($0.name) }
  }

  mutating func run(_ state: inout StoreState) throws {
    let table = SQLName.quoted(entity.layout.tableName)
    let names = ["_pk", SQLName.preset] + columns.compactMap(\.columnName).map(SQLName.quoted)
    let statement = try transaction.connection.statement(
      """
      SELECT \(names.joined(separator: ", ")) FROM \(table) AS t0 WHERE _pk < 0 \
      AND \(SQLName.preset) IS NOT NULL\(entity.table.isOwn(alias: "t0")) ORDER BY _pk
      """)
    statement.isBusy = true
    defer { statement.reset() }
    while try transaction.connection.step(statement) {
      var row = _Storage.Row(statement.pointer)
      let key = row.int64()
      while next < locations.count, locations[next].key < key { next += 1 }
      if next < locations.count, locations[next].key == key {
        state.rows[locations[next].index] = try compare(&row, locations[next])
        next += 1
      } else {
        state.others.append(try other(key, metadata: row.string(), records: state.records))
      }
    }
  }

  private func other(
    _ key: Int64, metadata text: String, records: [String: CatalogRecord]
  ) throws -> StoreState.Other {
    let name = entity.layout.entityName
    let metadata = try PresetMetadata(text, of: "\(name) \(key)", in: transaction.connection)
    let edits = records.edits(Set(metadata.stamps.cells.keys), of: metadata.name, name)
    return StoreState.Other(
      layout: entity.layout, key: key, metadata: metadata, isEdited: !edits.isEmpty)
  }

  private mutating func compare(
    _ row: inout _Storage.Row, _ location: EntityPresets.Location
  ) throws -> StoreState.Row {
    let values = PackedRow(in: contents.values, at: location.start)
    let metadata = try row.has(metadataIndex, of: values) ? nil : self.metadata(row, location)
    let cells = metadata?.stamps.cells ?? [:]
    var edited: [String: SQLValue] = [:]
    var targets: [Int: Int64] = [:]
    var flags: UInt64 = 0
    var differing: [Int] = []
    for number in columns.indices {
      let column = row.column
      let isEqual = row.has(indices[number], of: values)
      if isEqual, cells.isEmpty { continue }
      let property = columns[number]
      if cells[property.name] != nil, !property.isExternal {
        row.column = column
        edited[property.name] = row.value()
      }
      if isEqual || !isCompared[number] { continue }
      row.column = column
      let stored = row.value()
      if property.isToOne {
        targets[property.index] = stored.key ?? 0
      } else if try !areSame(stored, values, for: property) {
        differing.append(number)
        flags |= number < 64 ? 1 << UInt64(number) : 0
      }
    }
    let row = self.row(flags, differing)
    if metadata == nil, targets.isEmpty { return row }
    return StoreState.Row(
      metadata: metadata, differing: row.differing, targets: targets, edited: edited)
  }

  /// Returns the metadata in the column that was read last.
  private func metadata(
    _ row: _Storage.Row, _ location: EntityPresets.Location
  ) throws -> PresetMetadata {
    var row = row
    row.column -= 1
    guard case .text(let text) = row.value(), !text.isEmpty else { return PresetMetadata(name: "") }
    let preset = contents.presets[location.index]
    return try PresetMetadata(
      text, of: "\(preset.entityName) “\(preset.id)”", in: transaction.connection)
  }

  /// Returns `true` if values are equal in another encoding: in a file, or as JSON in another order.
  private func areSame(
    _ stored: SQLValue, _ values: PackedRow, for property: PropertyLayout
  ) throws -> Bool {
    guard property.isExternal || property.isJSON else { return false }
    return try entity.table.areSame(
      stored, values[property.index], of: property, on: transaction.connection)
  }

  /// Returns a row that differs in some columns.
  private mutating func row(_ flags: UInt64, _ differing: [Int]) -> StoreState.Row {
    if differing.isEmpty { return .unchanged }
    if let last, last.flags == flags, columns.count <= 64 { return last.row }
    let row = StoreState.Row(differing: PropertyGroup(differing.map { columns[$0] }))
    last = (flags, row)
    return row
  }
}
