/// The check of a file whose schema another program may have changed, when the file is opened.
///
/// Tools that alter a table make a new one, and forget its triggers and indices. These are created again. A table with
/// another key, or without a column, is not written to: the store does not open.
///
/// SQLite counts the changes of a schema in the header of the file. The header also has a number for the program
/// (`PRAGMA user_version`): the negative count after the last check. Only if they differ is anything compared. Versions
/// before the notes of other programs' edits have written the count itself, so that their files are compared once.
package struct SchemaCheck {
  let connection: Connection
  let isWritable: Bool

  /// Checks the file, and creates missing indices and triggers if it may be written.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if a table is not the framework's any more, or if an index
  ///   cannot be created.
  func run() throws {
    if try Self.isChecked(connection) { return }
    let template = try SchemaTemplate(of: connection)
    if let deviation = try template.deviation(of: connection) {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(connection.path) \(deviation): another program has replaced it. Nothing was changed. Move the file away \
        and restore a backup in its place
        """)
    }
    guard isWritable else { return }
    let isComplete = addNotes()
    if try SchemaObject.missing(on: connection, as: template).isEmpty {
      if isComplete { noteNumber() }
      return
    }
    try connection.transaction {
      // Another process may have created them in the meantime.
      let missing = try SchemaObject.missing(on: connection, as: template)
      for object in missing { try create(object) }
      try SchemaObject.restoreContents(of: missing, on: connection)
      if isComplete { try Self.note(on: connection) }
      let names = missing.map(\.name).joined(separator: ", ")
      Log.container.notice("\(connection.path): another program had removed \(names)")
    }
  }

  /// Adds the notes of edits to a file of an earlier version that has presets.
  ///
  /// - Returns: `false` if that cannot be written now. A later opening does it.
  private func addNotes() -> Bool {
    func areMissing() throws -> Bool {
      try PresetTables.exist(on: connection)
        && !StoreMetadata.hasTable(PresetEditNotes.table, on: connection)
    }
    do {
      guard try areMissing() else { return true }
      return try connection.transactionIfUnlocked {
        // Another process may have added them in the meantime.
        if try areMissing() { try PresetTables.installAll(on: connection) }
      }
    } catch {
      Log.container.notice(
        "\(connection.path): edits of presets by other programs are not noted yet: \(error)")
      return false
    }
  }

  /// Runs a block of the framework that changes the schema, inside a transaction. Its result needs no check, unless the
  /// schema before it did.
  package static func trusting<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    let isChecked = try isChecked(connection)
    let result = try body()
    if isChecked { try note(on: connection) }
    return result
  }

  /// Records that the schema needs no check.
  static func note(on connection: Connection) throws {
    try connection.run("PRAGMA user_version = \(try number(on: connection))")
  }

  private static func isChecked(_ connection: Connection) throws -> Bool {
    try connection.uncountedInteger("PRAGMA user_version") == number(on: connection)
  }

  private static func number(on connection: Connection) throws -> Int64 {
    -(try connection.uncountedInteger("PRAGMA schema_version") ?? 0)
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
