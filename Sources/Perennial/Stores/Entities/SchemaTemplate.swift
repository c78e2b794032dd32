/// An empty database in memory with the tables, indices and triggers that a file should have, according to its
/// descriptions.
package struct SchemaTemplate {
  let connection: Connection

  /// Makes the template of a file.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if a description of the file is damaged.
  package init(of file: Connection) throws {
    let entities = try StoreMetadata.descriptions(on: file)
    connection = try StoreFile.connect(toNew: ":memory:")
    try StoreMetadata.createTables(on: connection, entities, version: nil)
    if try PresetTables.exist(on: file) {
      try PresetTables.create(on: connection)
      let tables = try EntityDescription.tables(of: entities).map(\.table)
        .filter { try PresetTables.concern($0, on: file) }
      try PresetTables.install(Set(tables), on: connection)
    }
    if try ChangeNotes.exist(on: file) { try ChangeNotes.install(on: connection) }
  }

  /// Returns the reason why a table of the file is not the framework's any more; nil if all are.
  ///
  /// Columns that others have added, and their types, do not matter: statements name their columns.
  func deviation(of file: Connection) throws -> String? {
    for table in try StoreMetadata.tables(on: connection).sorted() {
      let (own, found) = try (
        TableColumn.all(of: table, on: connection), TableColumn.all(of: table, on: file)
      )
      if found.isEmpty { return "has no table \(table)" }
      for column in own {
        guard let other = found.first(where: { $0.name == column.name }) else {
          return "has a table \(table) without the column \(column.name)"
        }
        if other.keyPosition != column.keyPosition {
          return "has a table \(table) whose primary key is not \(Self.key(of: own))"
        }
      }
    }
    return nil
  }

  private static func key(of columns: [TableColumn]) -> String {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
      .map(\.name).joined(separator: ", ")
  }
}
