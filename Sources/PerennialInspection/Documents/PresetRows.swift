import Foundation
import Perennial
import PerennialJSON

/// The rows of a store's preset tables, which documents contain too: catalogs, deleted presets, and links
/// that were removed.
enum PresetRows {
  /// A table of the framework, with the columns by which its rows are sorted.
  struct Table {
    let name: String
    let order: String
  }

  static let tables = [
    Table(name: InspectedStore.catalogTable, order: "name"),
    Table(name: InspectedStore.deletionTable, order: "entity, pk"),
    Table(name: InspectedStore.linkDeletionTable, order: "links, source, target"),
    Table(name: InspectedStore.resetTable, order: "entity, pk"),
  ]
}

// MARK: - Writing

extension JSONText {
  /// Appends an object with a list of rows for each of the tables.
  mutating func addPresets(of store: InspectedStore) throws {
    add("{")
    for table in PresetRows.tables {
      addComma("\n")
      add(name: table.name)
      add("[")
      let fields = try store.columns(of: table.name).map { Field(hidden: $0) }
      let list = SQLName.list(fields.map(\.column))
      try store.database.rows(
        "SELECT \(list) FROM \(SQLName.quoted(table.name)) ORDER BY \(table.order)"
      ) { row in
        addComma("\n")
        add(
          try fields.map { ($0.name, try $0.value(row.exactValue(), in: store.database).plain) })
      }
      add("\n]")
    }
    add("\n}")
  }
}

extension InspectedStore {
  /// Returns `true` if the store has, or had, presets.
  func hasPresets() throws -> Bool { try hasTable(Self.catalogTable) }
}

// MARK: - Reading

extension DocumentImporter {
  /// Reads the text that ``JSONText/addPresets(of:)`` writes.
  ///
  /// - Throws: ``DocumentError``; `TextError`; ``InspectionError/Code/targetNotEmpty``; `SwiftDataError`.
  func readPresets(_ reader: inout JSONReader) throws {
    let fields = try beginPresets()
    try reader.object { reader, table in
      guard let fields = fields[table] else {
        throw reader.failure("“\(table)” is not a table of presets")
      }
      try reader.array { reader in
        let line = reader.line
        var values = Array(repeating: SQLValue.null, count: fields.count)
        try reader.object { reader, name in
          guard let number = fields.firstIndex(where: { $0.name == name }) else {
            throw reader.documentError("“\(name)” is unknown here", place: table)
          }
          let value = try reader.plainValue()
          values[number] = try reader.locating(line, in: "\(table), \(name)") {
            try column(value, fields[number])
          }
        }
        try reader.locating(line, in: table) { try insertPreset(values, fields, into: table) }
      }
    }
  }
}
