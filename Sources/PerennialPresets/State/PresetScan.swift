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
  /// The columns of the query, after the key and the metadata.
  private let columns: ComparedColumns
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
    columns = ComparedColumns(
      locations.isEmpty ? [] : entity.table.columns.filter { $0.columnName != nil },
      besides: userProperties)
  }

  mutating func run(_ state: inout StoreState) throws {
    let table = SQLName.quoted(entity.layout.tableName)
    let names =
      ["_pk", SQLName.preset]
      + columns.properties.compactMap(\.columnName).map(SQLName.quoted)
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
    let (columns, values) = (columns, contents.presets[location.index].values)
    let isPristine = row.has(metadataIndex, of: values)
    let first = row.column
    if isPristine, let flags = columns.differences(of: &row, from: values) {
      return self.row(flags, columns.numbers(of: flags))
    }
    row.column = first
    let metadata = try isPristine ? nil : self.metadata(row, location)
    let cells = metadata?.stamps.cells ?? [:]
    var edited: [String: SQLValue] = [:]
    var targets: [Int: Int64] = [:]
    var differing: [Int] = []
    for (number, property) in columns.properties.enumerated() {
      let column = row.column
      let isEqual = row.has(property.index, of: values)
      if isEqual, cells.isEmpty { continue }
      if cells[property.name] != nil, !property.isExternal {
        row.column = column
        edited[property.name] = row.value()
      }
      if isEqual || !columns.isCompared[number] { continue }
      row.column = column
      let stored = row.value()
      if property.isToOne {
        targets[property.index] = stored.key ?? 0
      } else if try !areSame(stored, values, for: property) {
        differing.append(number)
      }
    }
    let row = self.row(columns.flags(of: differing), differing)
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
  ///
  /// - Parameter differing: The numbers of the columns, evaluated if the last row had other ones.
  private mutating func row(
    _ flags: UInt64?, _ differing: @autoclosure () -> [Int]
  ) -> StoreState.Row {
    if flags == 0 { return .unchanged }
    if let last, let flags, last.flags == flags { return last.row }
    let properties = differing().map { columns.properties[$0] }
    if properties.isEmpty { return .unchanged }
    let row = StoreState.Row(differing: PropertyGroup(properties))
    if let flags { last = (flags, row) }
    return row
  }
}
