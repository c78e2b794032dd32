import Foundation
import Perennial
import PerennialRecords

// The rows of records, as they are in their tables.

/// A row of a store.
struct RowLocation {
  let entity: SyncedEntity
  let key: Int64
}

extension SyncTransaction {
  /// Returns the row of a record; nil if it has none.
  func locate(_ name: RecordName) throws -> RowLocation? {
    guard let key = name.rowKey else { return nil }
    for root in schema.roots {
      let isShared = root.containerEntity.table.isOwn(alias: "t").isEmpty == false
      var entity: SyncedEntity?
      var isFound = false
      try connection.rows(
        "SELECT \(isShared ? SQLName.entity : "NULL") FROM \(root.table) WHERE _pk = ?",
        [.integer(key)]
      ) { row in
        isFound = true
        if case .text(let name) = row.value() { entity = schema.entity(named: name) }
      }
      if isFound { return (isShared ? entity : root).map { RowLocation(entity: $0, key: key) } }
    }
    return nil
  }

  /// Returns the values of a row's columns, in their order.
  func values(of location: RowLocation) throws -> [ColumnContent] {
    var values: [ColumnContent] = []
    try connection.rows(location.entity.selection, [.integer(location.key)]) { row in
      for column in location.entity.columns {
        guard column.property.isExternal else {
          values.append(.value(try row.exactValue()))
          continue
        }
        switch row.externalContent(of: connection.handle) {
        case .none: values.append(.value(.null))
        case .inline(let bytes): values.append(.value(.blob(ExternalColumn.inlined(bytes))))
        case .file(let name, let path): values.append(.file(name: name, path: path))
        }
      }
    }
    return values
  }

  /// Writes values into a row by one statement, so that SQLite writes all of them or none.
  func write(_ values: [(column: SyncedEntity.Column, value: SQLValue)], to location: RowLocation)
    throws
  {
    let assignments = values.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    let statement = try connection.statement(
      "UPDATE \(location.entity.table) SET \(assignments) WHERE _pk = ?")
    try connection.run(statement) { binder in
      for (column, value) in values { binder.bind(value, in: column) }
      binder.bind(location.key)
    }
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
}

extension SyncedEntity {
  /// Returns the quoted table of the entity that a column references.
  func destination(of column: Column) -> String? {
    column.property.destinationLayout.map { SQLName.quoted($0.tableName) }
  }
}

// MARK: - Values

extension RecordName {
  /// Creates the name of the record that a row belongs to.
  init(rowKey key: Int64) { self = key < 0 ? .preset(key: key) : .object(key: key) }

  /// The key of the row that belongs to the record; nil for a record without a row.
  var rowKey: Int64? { objectKey ?? presetKey }
}

extension RecordValue {
  /// Creates the value of a column.
  init(_ value: SQLValue, _ kind: SyncedEntity.Column.Kind) {
    switch value {
    case .null: self = .null
    case .integer(let key) where kind == .reference: self = .reference(RecordName(rowKey: key))
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }
}

extension SyncedEntity.Column {
  /// Returns the value of a record's field for the column; nil if there is none, or if the column cannot have it:
  /// another version of the program can have given the property another type.
  func value(_ value: RecordValue?) throws -> SQLValue? {
    guard let value, let column = property.column else { return nil }
    switch (value, kind == .value ? column.type : .integer) {
    case (.null, _):
      return kind == .orderKey || kind == .value && !column.isNullable ? nil : .null
    case (.integer(let integer), .integer) where kind != .reference: return .integer(integer)
    case (.integer(let integer), .real): return .real(Double(integer))
    case (.real(let real), .real): return .real(real)
    case (.real(let real), .integer) where kind == .value:
      return Int64(exactly: real).map { .integer($0) }
    case (.text(let text), .text): return .text(text)
    case (.blob(let data), .blob): return .blob(data)
    case (.reference(let name), .integer) where kind == .reference:
      return name.rowKey.map { .integer($0) }
    default: return nil
    }
  }

  /// Returns the value of a new row whose record has none for the column.
  func defaultValue() throws -> SQLValue {
    guard kind == .value, let column = property.column else {
      return kind == .orderKey ? .integer(OrderKeyGenerator.next()) : .null
    }
    if let value = property.defaultValue, let known = try property.columnValue(value) {
      return known
    }
    if column.isNullable { return .null }
    switch column.type {
    case .integer: return .integer(0)
    case .real: return .real(0)
    case .text: return .text(property.isJSON ? "null" : "")
    case .blob: return .blob(property.isExternal ? ExternalColumn.inlined(Data()) : Data())
    }
  }
}

extension _Storage.Binder {
  /// Binds the value of a column. A large value that may be in a file is written to one.
  mutating func bind(_ value: SQLValue, in column: SyncedEntity.Column) {
    if column.property.isExternal, case .blob(let data) = value {
      bind(external: Data(data.dropFirst()))
    } else {
      bind(exactly: value)
    }
  }
}
