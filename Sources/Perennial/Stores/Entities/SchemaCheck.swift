/// The check of a file whose schema another program may have changed, when the file is opened.
///
/// Tools that alter a table make a new one, and forget its triggers and indices. These are created again. A table with
/// another key, or without a column, is not written to: the store does not open.
///
/// The number that SQLite counts with each change of a schema tells whether anything has to be compared.
package struct SchemaCheck {
  let connection: Connection
  let isWritable: Bool

  /// Checks the file, and creates missing indices and triggers if it may be written.
  ///
  /// - Parameter known: The number of the schema after the last check; nil if there was none.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if a table is not the framework's any more, or if an index
  ///   cannot be created.
  func run(known: Int64?) throws {
    if try Self.number(on: connection) == known { return }
    let template = try SchemaTemplate(of: connection)
    if let deviation = try template.deviation(of: connection) {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(connection.path) \(deviation): another program has replaced it. Nothing was changed. Restore a backup, or \
        make the table again as Documentation/FileFormat.md describes it, and copy the rows
        """)
    }
    guard isWritable else { return }
    if try SchemaObject.missing(on: connection, as: template).isEmpty {
      return noteNumber()
    }
    try connection.transaction {
      // Another process may have created them in the meantime.
      let missing = try SchemaObject.missing(on: connection, as: template)
      for object in missing { try create(object) }
      try SchemaObject.restoreContents(of: missing, on: connection)
      try Self.note(on: connection)
      let names = missing.map(\.name).joined(separator: ", ")
      Log.container.notice("\(connection.path): another program had removed \(names)")
    }
  }

  /// Runs a block of the framework that changes the schema, inside a transaction. Its result needs no check, unless the
  /// schema before it did.
  package static func trusting<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    let before = try number(on: connection)
    let known = try connection.uncountedInteger(
      """
      SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) \
      WHERE key = '\(StoreMetadata.schemaKey)'
      """)
    let result = try body()
    if before == known, try number(on: connection) != known { try note(on: connection) }
    return result
  }

  /// Records that the schema needs no check.
  static func note(on connection: Connection) throws {
    let number = try number(on: connection)
    try StoreMetadata.set(StoreMetadata.schemaKey, String(number), on: connection)
  }

  private static func number(on connection: Connection) throws -> Int64 {
    try connection.uncountedInteger("PRAGMA schema_version") ?? 0
  }

  /// Records that the schema was checked. If that cannot be written now, a later opening does it.
  private func noteNumber() {
    _ = try? connection.transactionIfUnlocked { try Self.note(on: connection) }
  }

  private func create(_ object: SchemaObject) throws {
    do {
      try connection.run(object.statement)
    } catch let error as SwiftDataError {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(connection.path): another program has removed the \(object.kind.rawValue) \(object.name) of \
        \(object.table), and it cannot be created: \(error.explanation). If rows have a value twice that has to be \
        unique, change one of them
        """, underlying: error)
    }
  }
}
