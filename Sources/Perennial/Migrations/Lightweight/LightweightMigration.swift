/// Migrates the tables of a file to the entities that a program wants, in a transaction in which foreign keys
/// are off.
///
/// Tables that SQLite can alter are altered in place. Other tables are rebuilt by one `INSERT … SELECT`.
/// Earlier tables are still read while new ones are filled, so until then only columns are added to them.
/// Therefore all new tables and columns are made and filled first, and only then the old ones are dropped.
struct LightweightMigration {
  let comparison: SchemaComparison
  let connection: Connection
  /// The identifier of the store, which is part of the identifiers of its objects.
  let store: String

  /// Returns the issues that prevent the migration.
  ///
  /// - Parameter isDryRun: `true` for a dry run. If `false`, violated uniqueness constraints are not
  ///   reported; they are found when the index is made.
  func issues(isDryRun: Bool) throws -> [MigrationIssue] {
    try comparison.checks.compactMap { check in
      if !isDryRun, check is UniquenessCheck { return nil }
      return try check.issue(on: connection, store: store)
    }
  }

  /// Changes the tables, and verifies them.
  ///
  /// - Returns: An issue for objects that are not unique and must be. In this case the tables are incomplete.
  func run() throws -> [MigrationIssue] {
    try CaseIndices.remove(on: connection)
    try ExternalTables.removeTriggers(on: connection)
    try SearchTables.removeTriggers(on: connection)
    try PresetTables.removeTriggers(on: connection)
    for entity in comparison.created { try connection.run(StoreTables.table(entity)) }
    for table in comparison.tables where !table.isInPlace { try extend(table) }
    for join in comparison.joins where join.kept == nil { try make(join) }
    for table in comparison.tables { try fill(table) }
    for table in comparison.tables { try settle(table) }
    try PresetTables.rename(comparison.tables, on: connection)
    for name in comparison.droppedJoins {
      try connection.run("DROP TABLE \(SQLName.quoted(name))")
    }
    for join in comparison.joins { try settle(join) }
    let issues = try makeIndices()
    if !issues.isEmpty { return issues }
    try installTriggers()
    try verify()
    return []
  }

  /// Installs the triggers of the tables of the schema, and of the tables that stay in the file.
  private func installTriggers() throws {
    let known = Set(comparison.new.entities.map(\.table))
    let retired = EntityDescription.tables(of: comparison.retired).filter {
      !known.contains($0.table)
    }
    try ExternalTables.install(comparison.new.entities + retired, on: connection)
    try SearchTables.install(comparison.new.entities + retired, on: connection)
    for entity in comparison.new.entities + retired
    where try PresetTables.concern(entity.table, on: connection) {
      try PresetTables.install(entity, on: connection)
    }
  }

  /// Installs the triggers that note changes by other programs, after the file describes its new tables.
  func installNotes() throws {
    if try ChangeNotes.exist(on: connection) { try ChangeNotes.install(on: connection) }
  }

  // MARK: New tables and columns

  /// Makes the new table, or adds columns to the existing one.
  private func extend(_ table: TableMigration) throws {
    let source = SQLName.quoted(table.old.table)
    if table.needsRebuild {
      try connection.run(
        StoreTables.table(table.new, name: Self.temporary(table.new.table))
      )
      var names = [SQLName.primaryKey] + table.columns.map { SQLName.quoted($0.column.name) }
      var values = ["\(source)._pk"] + table.columns.map(\.expression)
      if try PresetTables.concern(table.old.table, on: connection) {
        try PresetTables.addColumn(to: Self.temporary(table.new.table), on: connection)
        names.append(SQLName.preset)
        values.append("\(source).\(SQLName.preset)")
      }
      try connection.run(
        """
        INSERT INTO \(SQLName.quoted(Self.temporary(table.new.table))) \
        (\(names.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM \(source)
        """
      )
      return
    }
    for column in table.columns where column.kept == nil {
      try connection.run("ALTER TABLE \(source) ADD COLUMN \(column.addition)")
    }
    let assignments = table.columns.compactMap { column in
      column.changesValues && column.fill == nil || column.kept == nil && !column.isLiteral
        ? "\(SQLName.quoted(column.kept ?? column.column.name)) = \(column.expression)" : nil
    }
    if assignments.isEmpty { return }
    try connection.run("UPDATE \(source) SET \(assignments.joined(separator: ", "))")
  }

  private func make(_ join: JoinMigration) throws {
    let name = Self.temporary(join.table.name)
    try connection.run(StoreTables.joinTable(join.table, name: name))
    let columns =
      join.isSource
      ? "source, target, position, inverse_position"
      : "target, source, inverse_position, position"
    for source in join.sources {
      try connection.run(
        """
        INSERT OR IGNORE INTO \(SQLName.quoted(name)) (\(columns)) \
        SELECT owner, related, place, inverse_place FROM (\(source))
        """
      )
    }
  }

  /// Assigns rows the defaults that SQL cannot express.
  private func fill(_ table: TableMigration) throws {
    for column in table.columns {
      guard let fill = column.fill else { continue }
      let keys = try connection.integers(fill.keys)
      let target = table.needsRebuild ? Self.temporary(table.new.table) : table.old.table
      let name = table.needsRebuild ? column.column.name : column.kept ?? column.column.name
      try fill.value.fill(keys, column: name, of: target, on: connection)
    }
  }

  // MARK: Old tables and columns

  private func settle(_ table: TableMigration) throws {
    let wanted = Set(StoreTables.indices(table.new))
    let name = SQLName.quoted(table.new.table)
    if table.needsRebuild {
      let temporary = SQLName.quoted(Self.temporary(table.new.table))
      try compareCounts(name, with: temporary, of: table.new.name)
      try connection.run("DROP TABLE \(name)")
      try connection.run("ALTER TABLE \(temporary) RENAME TO \(name)")
      return
    }
    for index in StoreTables.indices(table.old) where !wanted.contains(index) {
      try connection.run("DROP INDEX IF EXISTS \(SQLName.quoted(index.name))")
    }
    for column in table.columns {
      guard let kept = column.kept, kept != column.column.name else { continue }
      try connection.run(
        """
        ALTER TABLE \(name) RENAME COLUMN \(SQLName.quoted(kept)) \
        TO \(SQLName.quoted(column.column.name))
        """
      )
    }
    for column in table.droppedColumns {
      try connection.run("ALTER TABLE \(name) DROP COLUMN \(SQLName.quoted(column))")
    }
  }

  private func settle(_ join: JoinMigration) throws {
    let former = join.kept ?? Self.temporary(join.table.name)
    try connection.run(
      "DROP INDEX IF EXISTS \(SQLName.quoted(StoreTables.joinIndexName(former)))"
    )
    try connection.run(
      "ALTER TABLE \(SQLName.quoted(former)) RENAME TO \(SQLName.quoted(join.table.name))"
    )
    try connection.run(StoreTables.joinIndex(join.table))
  }

  private func makeIndices() throws -> [MigrationIssue] {
    for entity in comparison.created {
      for index in StoreTables.indices(entity) { try connection.run(index.statement) }
    }
    return try makeIndices(areLate: false)
  }

  /// Makes the unique indices of attributes to which the code of a stage has assigned values.
  ///
  /// - Returns: An issue for objects that are not unique and must be.
  func makeLateIndices() throws -> [MigrationIssue] { try makeIndices(areLate: true) }

  private func makeIndices(areLate: Bool) throws -> [MigrationIssue] {
    for table in comparison.tables {
      let present = table.needsRebuild || areLate ? [] : Set(StoreTables.indices(table.old))
      let missing = StoreTables.indices(table.new).filter {
        !present.contains($0) && isLate($0, table) == areLate
      }
      for index in missing {
        do {
          try connection.run(index.statement)
        } catch {
          let found = try UniquenessCheck.all(of: table.new).compactMap {
            try $0.issue(on: connection, store: store)
          }
          if found.isEmpty { throw error }
          return found
        }
      }
    }
    return []
  }

  /// `true` for a unique index of an attribute whose values the code of a stage assigns. Until then the
  /// values are equal.
  private func isLate(_ index: StoreTables.Index, _ table: TableMigration) -> Bool {
    index.isUnique
      && table.columns.contains { $0.isUnassigned && index.columns.contains($0.column.name) }
  }

  // MARK: Verification

  /// Throws if a reference in a changed table has no row that it refers to.
  private func verify() throws {
    for table in comparison.tables where table.needsRebuild || table.hasNewLinks {
      try ReferenceTriggers.check(on: connection, table: table.new.table)
    }
    for join in comparison.joins where join.kept == nil {
      try ReferenceTriggers.check(on: connection, table: join.table.name)
    }
  }

  private func compareCounts(_ old: String, with new: String, of entity: String) throws {
    let counts = try connection.integers(
      "SELECT count(*) FROM \(old) UNION ALL SELECT count(*) FROM \(new)"
    )
    guard counts.count == 2, counts[0] == counts[1] else {
      throw SwiftDataError.migrationFailure.because(
        "\(connection.path): some objects of \(entity) would be lost: \(counts)"
      )
    }
  }

  /// Returns the name of a new table until it replaces the earlier one.
  private static func temporary(_ table: String) -> String { "_perennial_new_\(table)" }
}

extension MigrationIssue {
  static func error(_ issues: [MigrationIssue], path: String) -> SwiftDataError {
    SwiftDataError.migrationFailure.because(
      """
      \(path) was left unchanged. \(issues.map(\.description).joined(separator: ". "))
      """,
      issues.flatMap(\.identifiers)
    )
  }
}
