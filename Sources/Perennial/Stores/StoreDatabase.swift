import PerennialRecords
package import Foundation
import PerennialSQLite

/// The database of a store without the models of a program, for tools that inspect stores and move
/// their contents.
///
/// Statements use the names of tables and columns in ``entities``, which are read from the file. One
/// thread at a time uses the database.
package final class StoreDatabase {
  package let path: String
  package let connection: Connection
  private let clock: StoreClock
  /// The file's metadata; nil if the file is empty.
  private(set) var metadata: StoreMetadata?
  /// The descriptions of the entities that the file has tables for, in the order of their names.
  package private(set) var entities: [EntityDescription] = []
  /// The errors of descriptions that cannot be read, with the names of their entities.
  package private(set) var damages: [(entity: String, error: SwiftDataError)] = []

  /// Opens the file of a store.
  ///
  /// - Parameters:
  ///   - isWritable: `true` to open the file for writing, and to create it if it does not exist.
  ///   - patience: The time to wait for a lock that another connection holds, in seconds.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the file is not a store, or is empty and not
  ///   writable.
  package init(_ url: URL, isWritable: Bool = false, patience: TimeInterval = 10) throws {
    path = url.path
    let configuration = ModelConfiguration(url: url, allowsSave: isWritable)
    try configuration.validate()
    let file = StoreFile(configuration, patience: patience)
    do {
      clock = StoreClock(path: url.path)
      connection = try file.connect()
      metadata = try file.setUp(connection)
      if metadata == nil { try file.keepLog(connection) }
      if isWritable {
        connection.files = ExternalFiles(connection)
        connection.clock = clock
      }
      try readDescriptions()
    } catch let error as SwiftDataError {
      throw file.loadIssue(error)
    }
    guard isWritable || metadata != nil else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(url.path) is empty and not a store")
    }
  }

  private func readDescriptions() throws {
    if metadata == nil { return }
    (entities, damages) = ([], [])
    for (name, description) in try StoreMetadata.eachDescription(on: connection) {
      switch description {
      case .success(let entity): entities.append(entity)
      case .failure(let error): damages.append((name, error))
      }
    }
  }

  // MARK: Metadata

  /// A Boolean value that indicates whether the file is empty.
  package var isEmpty: Bool { metadata == nil }
  /// The identifier that the store was given when it was created.
  package var identifier: String { metadata?.identifier ?? "" }
  /// The version of the file's format.
  package var format: Int { metadata?.format ?? StoreMetadata.formatVersion }
  /// The version of the schema, if the program numbers its schemas.
  package var version: Schema.Version? { metadata?.version }
  /// The rules of properties, by the names of entities. Entities whose program has recorded no rules
  /// are missing.
  package var rules: PropertyRule.Table {
    metadata?.rules.flatMap { PropertyRule.table(of: $0) } ?? [:]
  }
  /// The cases of enumerations, by the names of entities and of the properties that they declare.
  package var cases: RecordedCases.Table {
    metadata?.cases.flatMap { RecordedCases.table(of: $0) } ?? [:]
  }
  /// The recorded checksum of each description.
  package var checksums: [String: String] { metadata?.checksums ?? [:] }

  // MARK: Reading

  /// Runs a block that reads the store as it is now. Later commits of other connections are not visible
  /// to it.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.dryRun(isWriting: false, body)
  }

  /// Runs a query and passes each row to a block.
  package func rows(
    _ sql: String, _ bindings: [SQLValue] = [], forEach body: (inout _Storage.Row) throws -> Void
  ) throws {
    try connection.rows(sql, bindings, forEach: body)
  }

  /// Returns a value for each row of a query.
  package func map<Value>(
    _ sql: String, _ bindings: [SQLValue] = [], transform: (inout _Storage.Row) throws -> Value
  ) throws -> [Value] {
    try connection.map(sql, bindings, transform: transform)
  }

  /// Returns the values of a query's rows.
  package func values(_ sql: String, _ bindings: [SQLValue] = []) throws -> [[SQLValue]] {
    try map(sql, bindings) { row in
      (0..<row.columnCount).map { _ in row.value() }
    }
  }

  /// Returns the integer in the first row of a query; nil if there are no rows.
  package func integer(_ sql: String, _ bindings: [SQLValue] = []) throws -> Int64? {
    try connection.integers(sql, bindings).first
  }

  /// Returns the names of the indices that the entities' tables should have and do not have.
  package func missingIndices() throws -> [String] {
    let tables = EntityDescription.tables(of: entities)
    let names =
      tables.flatMap { StoreTables.indices($0).map(\.name) }
      + tables.flatMap(StoreTables.JoinTable.all).map { StoreTables.joinIndexName($0.name) }
    let there = Set(
      try values("SELECT name FROM sqlite_master WHERE type = 'index'").map { $0.first })
    return Set(names).filter { !there.contains(.text($0)) }.sorted()
  }

  /// Returns a description of each dangling reference: the object or the link, and the key that no object has.
  package func danglingReferences() throws -> [String] {
    let dangling = try values(
      """
      SELECT found."table", found.rowid, found.parent, reference."from", reference."to" \
      FROM pragma_foreign_key_check AS found \
      JOIN pragma_foreign_key_list(found."table") AS reference ON reference.id = found.fkid
      """)
    var found: [String] = []
    var tables: Set<[SQLValue]> = []
    for row in dangling {
      guard case .text(let table) = row[0], case .text(let parent) = row[2],
        case .text(let column) = row[3]
      else { continue }
      let name = SQLName.quoted(column)
      if row[1] == .null {
        // The rows of a join table have no key. They are found once for the table, and not for each.
        guard tables.insert([row[0], row[3]]).inserted, case .text(let key) = row[4] else {
          continue
        }
        let links = try values(
          """
          SELECT source, target FROM \(SQLName.quoted(table)) \
          WHERE \(name) NOT IN (SELECT \(SQLName.quoted(key)) FROM \(SQLName.quoted(parent)))
          """)
        found += links.map {
          "the link of \(table) from \($0[0]) to \($0[1]) references a \(parent) that does not exist"
        }
      } else {
        let key = try values(
          "SELECT \(name) FROM \(SQLName.quoted(table)) WHERE rowid = ?", [row[1]])
        found.append(
          "\(table) \(row[1]) references a \(parent) that does not exist: \(column) is "
            + "\(key.first.map { "\($0[0])" } ?? "gone")")
      }
    }
    return found
  }

  /// Returns `true` if an entity's table has the column for preset metadata.
  package func hasPresetColumn(_ table: String) throws -> Bool {
    try PresetTables.concern(table, on: connection)
  }

  /// Returns the names of the triggers that tables with presets should have and do not have.
  package func missingPresetTriggers() throws -> [String] {
    let names = try presetTables().flatMap(PresetTables.triggerNames)
    let there = Set(
      try values("SELECT name FROM sqlite_master WHERE type = 'trigger'").map { $0.first })
    return Set(names).filter { !there.contains(.text($0)) }.sorted()
  }

  /// Returns the tables of entities that have presets.
  private func presetTables() throws -> [EntityDescription] {
    try EntityDescription.tables(of: entities).filter {
      try PresetTables.concern($0.table, on: connection)
    }
  }

  /// Returns the store's records of the catalogs that were applied to it, by name.
  package func catalogRecords() throws -> [String: CatalogRecord] {
    try CatalogRecord.all(on: connection)
  }

  // MARK: Files beside the store

  /// The directory of the values that are too large for rows. It may not exist.
  package var externalDirectory: String {
    connection.copy?.externalDirectory ?? ExternalColumn.directory(of: connection.handle)
  }

  /// Returns the value of a column with external storage; nil if the column has another form.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``.
  package func externalValue(_ column: Data) throws -> Data? {
    switch column.first {
    case ExternalColumn.inline: Data(column.dropFirst())
    case ExternalColumn.file: try externalLocation(column)?.read()
    default: nil
    }
  }

  /// Returns the name of the file that a column with external storage references; nil if it references
  /// no file.
  package func externalName(_ column: Data) -> String? { externalLocation(column)?.name }

  private func externalLocation(_ column: Data) -> ExternalLocation? {
    guard column.first == ExternalColumn.file else { return nil }
    let name = String(decoding: column.dropFirst(), as: UTF8.self)
    return ExternalLocation(directory: externalDirectory, name: name)
  }
}

// MARK: - Writing

extension StoreDatabase {
  /// Runs a block in a transaction. Commits all of its changes, or none if it throws. Files beside the
  /// store are part of the transaction.
  ///
  /// - Parameter isDryRun: `true` for a dry run, which rolls back the changes of the block.
  package func transaction(isDryRun: Bool = false, _ body: () throws -> Void) throws {
    let transaction = try Transaction(.writing, on: connection, files: connection.files)
    defer { transaction.end() }
    do {
      try body()
      if !isDryRun {
        try transaction.commit()
        return clock.end(isCommitted: true, on: connection)
      }
    } catch {
      rollBack(transaction)
      throw error
    }
    rollBack(transaction)
  }

  private func rollBack(_ transaction: Transaction) {
    try? transaction.rollback()
    clock.end(isCommitted: false, on: connection)
    // Tables that the block has created are rolled back.
    guard case .success(let found) = Result(catching: { try StoreMetadata.read(on: connection) })
    else { return }
    metadata = found
    if found == nil { entities = [] }
  }

  /// Creates the tables of a schema in an empty database, inside a transaction.
  package func makeTables(_ entities: [EntityDescription], version: Schema.Version?) throws {
    try StoreMetadata.createTables(on: connection, entities, version: version)
    metadata = try StoreMetadata.read(on: connection)
    try readDescriptions()
  }

  /// Records the rules of properties, inside a transaction. Rules that the file already has stay
  /// unchanged.
  package func addRules(_ rules: PropertyRule.Table) throws {
    let united = rules.merging(self.rules) { $1 }
    if united == self.rules { return }
    try StoreMetadata.set("rules", try PropertyRule.text(of: united), on: connection)
    metadata = try StoreMetadata.read(on: connection)
  }

  /// Records the cases of enumerations, inside a transaction.
  package func record(_ cases: RecordedCases.Table) throws {
    try StoreMetadata.set(
      "cases", cases.isEmpty ? nil : try RecordedCases.text(of: cases), on: connection)
    metadata = try StoreMetadata.read(on: connection)
  }

  /// Creates the tables of presets, and the triggers of the tables that have the preset columns, inside
  /// a transaction.
  package func makePresetTables() throws {
    try PresetTables.create(on: connection)
    for table in try presetTables() { try PresetTables.install(table, on: connection) }
  }

  /// Adds a column that belongs to no property.
  package func addColumn(_ column: ColumnDescription, to table: String) throws {
    try connection.run(
      "ALTER TABLE \(SQLName.quoted(table)) ADD COLUMN \(StoreTables.declaration(column))")
  }

  /// Runs a statement that returns no rows. Texts are stored unchanged, in any normalisation form.
  package func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try connection.run(try connection.statement(sql)) { binder in
      for value in values {
        if case .text(let text) = value {
          binder.bind(verbatim: text)
        } else {
          binder.bind(value)
        }
      }
    }
  }

  /// Returns the content of a column with external storage for a value. Writes a file if the value is
  /// large.
  package func externalColumn(of data: Data) throws -> Data {
    try ExternalFiles.column(of: data, connection.files)
  }

  /// The reason why SQLite has refused the last statement: a row violates a constraint, or the
  /// definition of a table is contradictory. Nil for any other failure.
  package var refusal: String? {
    switch sqlite3_errcode(connection.handle) & 0xFF {
    case SQLITE_CONSTRAINT, SQLITE_ERROR: String(cString: sqlite3_errmsg(connection.handle))
    default: nil
    }
  }

  /// A Boolean value that indicates whether the transaction leaves dangling references. Its commit
  /// would fail for them.
  package var hasDanglingReferences: Bool { connection.hasDanglingReferences }

  /// Enters new objects in the history, inside the transaction that inserts them. Programs that have
  /// the store open find them there.
  package func enterInsertions(
    _ insertions: [(entity: String, keys: [Int64])], author: String
  ) throws {
    try HistoryTables.make(on: connection)
    // The clock follows the stamps that have come with the objects.
    if let latest = HybridTime(rawValue: try PresetTables.latestStamp(on: connection)) {
      try ClockRecord.advance(to: latest, on: connection)
    }
    var record = HistoryRecord()
    record.groups = insertions.filter { !$0.keys.isEmpty }.map {
      HistoryRecord.Group(entityName: $0.entity, kind: .insert, rowIDs: $0.keys)
    }
    if record.isEmpty { return }
    try HistoryWriter.insert(
      record, number: try HistoryTables.last(on: connection) + 1, author: author,
      cause: .import, origin: .random(in: 1...Int64.max), on: connection)
  }

  /// Enters what other programs have written in the history, and gives rows with the keys of presets that are none keys
  /// of their own, inside a transaction.
  ///
  /// - Returns: The changes that are entered, and the number of rows with new keys.
  package func adoptOtherPrograms(author: String) throws -> (record: HistoryRecord, newKeys: Int) {
    let falsePresets = try FalsePresets(on: connection)
    if !falsePresets.isEmpty { try HistoryTables.make(on: connection) }
    let record = try OtherPrograms.adopt(mending: falsePresets, on: connection)
    if !record.isEmpty {
      try HistoryWriter.insert(
        record, number: try HistoryTables.last(on: connection) + 1, author: author, cause: .user,
        origin: .random(in: 1...Int64.max), on: connection)
    }
    // Edits of presets have stamps even where the history names them already.
    try clock.record(isInHistory: !record.isEmpty, on: connection)
    return (record, falsePresets.count)
  }

  /// Returns `true` if the file has a table for each of these entities, exactly as it is described.
  package func holds(_ entities: [EntityDescription]) -> Bool {
    metadata?.holds(entities) ?? false
  }
}
