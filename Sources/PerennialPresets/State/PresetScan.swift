import Perennial
import PerennialSQLite

/// The scan of one entity's presets in the order of their keys, beside the catalog's presets in the same
/// order.
struct PresetScan {
  private let transaction: PresetTransaction
  private let entity: CoordinatedEntity
  private let contents: CatalogContents
  /// The indices of the entity's presets in the catalogs, by ascending key.
  private let indices: [Int]
  /// The properties with a column, in the order of the query.
  private let columns: [PropertyLayout]
  private let isCompared: [Bool]
  private var next = 0
  /// The differences of the last preset, reused for the next one with the same flags.
  private var last: (flags: UInt64, group: PropertyGroup)?

  init(
    _ transaction: PresetTransaction, _ entity: CoordinatedEntity, _ contents: CatalogContents,
    _ indices: [Int], besides userProperties: Set<String>
  ) {
    self.transaction = transaction
    self.entity = entity
    self.contents = contents
    self.indices = indices
    columns = indices.isEmpty ? [] : entity.entity.columns.filter { $0.columnName != nil }
    isCompared = columns.map { !userProperties.contains($0.name) }
  }

  mutating func run(_ state: inout StoreState) throws {
    let table = SQLName.quoted(entity.layout.tableName)
    let names = ["_pk", SQLName.preset] + columns.compactMap(\.columnName).map(SQLName.quoted)
    let statement = try transaction.connection.statement(
      """
      SELECT \(names.joined(separator: ", ")) FROM \(table) AS t0 WHERE _pk < 0 \
      AND \(SQLName.preset) IS NOT NULL\(entity.entity.isOwn(alias: "t0")) ORDER BY _pk
      """)
    statement.isBusy = true
    defer { statement.reset() }
    while try transaction.connection.step(statement) {
      var row = _Storage.Row(statement.pointer)
      let key = row.int64()
      while next < indices.count, contents.presets[indices[next]].key < key { next += 1 }
      if next < indices.count, contents.presets[indices[next]].key == key {
        state.rows[indices[next]] = try compare(&row, contents.presets[indices[next]])
        next += 1
      } else {
        state.others.append(try other(key, row.string(), state.records))
      }
    }
  }

  private func other(
    _ key: Int64, _ text: String, _ records: [String: CatalogRecord]
  ) throws -> StoreState.Other {
    let name = entity.layout.entityName
    let metadata = try PresetMetadata(text, of: "\(name) \(key)", in: transaction.connection)
    let edits = records.edits(Set(metadata.stamps.cells.keys), of: metadata.name, name)
    return StoreState.Other(
      layout: entity.layout, key: key, metadata: metadata, isEdited: !edits.isEmpty)
  }

  private mutating func compare(
    _ row: inout _Storage.Row, _ preset: CatalogPreset
  ) throws -> StoreState.Row {
    var found = StoreState.Row()
    let start = row.column
    if !row.has(.text(preset.metadata)) {
      row.column = start
      let text = row.value()
      if case .text(let text) = text, !text.isEmpty {
        found.metadata = try PresetMetadata(
          text, of: "\(preset.entityName) “\(preset.id)”", in: transaction.connection)
      } else {
        found.metadata = PresetMetadata(name: "")
      }
    }
    var flags: UInt64 = 0
    var differing: [Int] = []
    let cells = found.metadata?.stamps.cells ?? [:]
    for (number, property) in columns.enumerated() {
      let column = row.column
      let value = preset.values[property.index]
      let isEqual = row.has(value)
      if !cells.isEmpty, cells[property.name] != nil, !property.isExternal {
        row.column = column
        found.edited[property.name] = row.value()
      }
      if isEqual || !isCompared[number] { continue }
      row.column = column
      let stored = row.value()
      if property.isToOne {
        if case .integer(let key) = stored {
          found.targets[property.index] = key
        } else {
          found.targets[property.index] = 0
        }
      } else if try !areSame(stored, value, property) {
        differing.append(number)
        flags |= number < 64 ? 1 << UInt64(number) : 0
      }
    }
    if !differing.isEmpty { found.differing = group(flags, differing) }
    return found
  }

  /// Returns `true` if values are equal in another encoding: in a file, or as JSON in another order.
  private func areSame(
    _ stored: SQLValue, _ value: SQLValue, _ property: PropertyLayout
  ) throws -> Bool {
    guard property.isExternal || property.isJSON else { return false }
    return try entity.entity.areSame(stored, value, property, on: transaction.connection)
  }

  private mutating func group(_ flags: UInt64, _ differing: [Int]) -> PropertyGroup {
    if let last, last.flags == flags, columns.count <= 64 { return last.group }
    let group = PropertyGroup(differing.map { columns[$0] })
    last = (flags, group)
    return group
  }
}
