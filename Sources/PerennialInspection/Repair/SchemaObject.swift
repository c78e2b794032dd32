import Foundation
import Perennial

/// An index or a trigger of the framework.
struct SchemaObject {
  let kind: RepairReport.Repair.Kind
  let name: String
  /// The table that the index or the trigger belongs to.
  let table: String
  /// The statement that creates it.
  let statement: String

  private static let searchPrefix = "_perennial_search."

  /// The full-text index that a trigger updates; nil for other objects.
  var searchIndex: String? {
    name.hasPrefix(Self.searchPrefix) ? "\(Self.searchPrefix)\(table).text" : nil
  }

  /// The tables that a trigger writes to. If one of them were missing, no row could be written.
  private var written: [String] {
    if kind == .index { return [] }
    if let searchIndex { return [searchIndex] }
    return name.hasPrefix("_perennial_external")
      ? ["_perennial_external"] : [InspectedStore.deletionTable, InspectedStore.linkDeletionTable]
  }

  /// Returns the objects that a store should have and does not have, the indices first.
  ///
  /// They are those of an empty store with the same descriptions. Objects of tables that are not complete are left
  /// out.
  static func missing(in store: InspectedStore) throws -> [SchemaObject] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("empty.store")
    let empty = try StoreDatabase(url, isWritable: true)
    try empty.transaction {
      try empty.makeTables(store.schema.entities, version: store.database.version)
      if try !store.hasPresets() { return }
      for table in store.schema.tables where try store.database.hasPresetColumn(table) {
        try empty.addColumn(
          ColumnDescription(name: SQLName.preset, type: .text, isNullable: true), to: table)
      }
      try empty.makePresetTables()
    }
    let there = Set(try all(in: store.database).map(\.name))
    let template = InspectedStore(url, empty)
    return try all(in: empty).filter { object in
      if there.contains(object.name) { return false }
      let columns = Set(try store.columns(of: object.table).map(\.name))
      return try columns.isSuperset(of: template.columns(of: object.table).map(\.name))
        && !columns.isEmpty && object.written.allSatisfy(store.hasTable)
    }
  }

  private static func all(in database: StoreDatabase) throws -> [SchemaObject] {
    let rows = try database.values(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master \
      WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name
      """)
    return rows.compactMap { row in
      guard let type = row[0].text, let kind = RepairReport.Repair.Kind(rawValue: type),
        let name = row[1].text, let table = row[2].text, let statement = row[3].text
      else { return nil }
      return SchemaObject(kind: kind, name: name, table: table, statement: statement)
    }
  }
}
