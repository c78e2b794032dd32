import PerennialRecords

/// The schema of presets in a file: a column in the tables of their entities, a column in the join tables of
/// these, and tables of their own. Documentation/FileFormat.md is the contract.
///
/// Only tables with presets have the column. It is added, after all others, before the first preset of an
/// entity is inserted.
package enum PresetTables {
  package static let catalogs = "_perennial_catalogs"
  /// The table of the deleted presets.
  package static let deleted = "_perennial_deleted_presets"
  /// The table with the time of the last reset of each scope.
  package static let resets = "_perennial_resets"
  /// The table of the deleted links between presets.
  package static let unlinked = "_perennial_deleted_links"
  /// The SQL condition that the last version of the catalog still has a deleted link.
  package static let isOffered = "ifnull(stamp, 0) >= 0"
  static let triggerPrefix = "_perennial_presets_"

  /// Returns `true` if the file contains presets, or has contained some.
  package static func exist(on connection: Connection) throws -> Bool {
    try connection.uncountedInteger(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(catalogs)'") != nil
  }

  /// Returns `true` if an entity's table has the column for preset metadata.
  package static func concern(_ table: String, on connection: Connection) throws -> Bool {
    try hasColumn(SQLName.preset, of: table, on: connection)
  }

  /// Returns `true` if an entity's table is prepared for presets. In stores of earlier versions it lacks
  /// triggers.
  package static func isInstalled(in table: String, on connection: Connection) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?",
      [.text(editTriggerName(table))])
  }

  package static func hasColumn(
    _ column: String, of table: String, on connection: Connection
  ) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", [.text(table), .text(column)])
  }

  // MARK: Making

  /// Creates the framework's own tables, inside a transaction.
  package static func create(on connection: Connection) throws {
    if try exist(on: connection) { return }
    try connection.run(
      """
      CREATE TABLE \(catalogs) (name TEXT PRIMARY KEY NOT NULL, version INTEGER, \
      fingerprint TEXT NOT NULL, applied REAL NOT NULL, contents TEXT NOT NULL) STRICT
      """)
    try connection.run(
      """
      CREATE TABLE \(deleted) (entity TEXT NOT NULL, pk INTEGER NOT NULL, preset TEXT NOT NULL, \
      stamp INTEGER, device INTEGER, PRIMARY KEY (entity, pk)) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      """
      CREATE TABLE \(unlinked) (links TEXT NOT NULL, source INTEGER NOT NULL, \
      target INTEGER NOT NULL, stamp INTEGER, device INTEGER, \
      PRIMARY KEY (links, source, target)) STRICT, WITHOUT ROWID
      """)
    for table in [deleted, unlinked] {
      try connection.run(
        "CREATE INDEX \"\(table).stamp\" ON \(table) (stamp) WHERE stamp IS NULL")
    }
    try connection.run(
      """
      CREATE TABLE \(resets) (entity TEXT NOT NULL, pk INTEGER NOT NULL, stamp INTEGER NOT NULL, \
      device INTEGER NOT NULL, PRIMARY KEY (entity, pk)) STRICT, WITHOUT ROWID
      """)
    try PresetEditNotes.create(on: connection)
  }

  /// Prepares tables and their join tables for presets.
  package static func install(_ tables: Set<String>, on connection: Connection) throws {
    let descriptions = EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection))
    for entity in descriptions where tables.contains(entity.table) {
      try install(entity, on: connection)
    }
    try connection.triggers.transactionDidChangeSchema()
  }

  /// Prepares all tables that have presets, in a file of an earlier version.
  static func installAll(on connection: Connection) throws {
    let entities = EntityDescription.tables(of: try StoreMetadata.descriptions(on: connection))
    for entity in entities where try concern(entity.table, on: connection) {
      try install(entity, on: connection)
    }
  }

  /// Prepares an entity's table and its join tables for presets.
  static func install(_ entity: EntityDescription, on connection: Connection) throws {
    if try !concern(entity.table, on: connection) {
      try addColumn(to: entity.table, on: connection)
    }
    try run(trigger(ofRowsIn: entity.table, named: entity.nameSQL(of: "old")), on: connection)
    try run(trigger(ofKeysIn: entity.table, named: entity.nameSQL(of: "new")), on: connection)
    try PresetEditNotes.create(on: connection)
    let name = editTriggerName(entity.table)
    let statement = PresetEditNotes.trigger(
      named: name, of: entity, owner: entity.nameSQL(of: "new"))
    try run((name, statement), on: connection)
    for join in StoreTables.JoinTable.all(of: entity) {
      if try !hasColumn(SQLName.preset, of: join.name, on: connection) {
        try connection.run(
          "ALTER TABLE \(SQLName.quoted(join.name)) ADD COLUMN \(SQLName.preset) INTEGER")
      }
      try run(trigger(ofLinksIn: join.name), on: connection)
    }
  }

  /// Returns the names of the triggers of an entity's table and its join tables that record deletions.
  static func triggerNames(of entity: EntityDescription) -> [String] {
    [trigger(ofRowsIn: entity.table, named: entity.nameSQL(of: "old")).name]
      + StoreTables.JoinTable.all(of: entity).map { trigger(ofLinksIn: $0.name).name }
  }

  static func addColumn(to table: String, on connection: Connection) throws {
    try connection.run(
      "ALTER TABLE \(SQLName.quoted(table)) ADD COLUMN \(SQLName.preset) TEXT")
  }

  // MARK: Triggers

  // Two kinds of triggers record deletions, and not the code that deletes. So batch deletions and the statements of other
  // programs are recorded too, in the same transaction.

  // A trigger does not know the store's clock. So it leaves the stamp NULL, and the transaction fills it in
  // at its end; see stampDeletions(on:).

  private static func trigger(
    ofRowsIn table: String, named entity: String
  ) -> (name: String, statement: String) {
    let name = "\(triggerPrefix)row.\(table)"
    return (
      name,
      """
      CREATE TRIGGER \(SQLName.quoted(name)) AFTER DELETE ON \(SQLName.quoted(table)) \
      WHEN old._pk < 0 AND old.\(SQLName.preset) IS NOT NULL BEGIN \
      DELETE FROM \(deleted) WHERE entity = \(entity) AND pk = old._pk; \
      INSERT INTO \(deleted) (entity, pk, preset) \
      VALUES (\(entity), old._pk, old.\(SQLName.preset)); END
      """
    )
  }

  /// Returns the trigger that refuses a row with the key of a preset that is none.
  ///
  /// If an insertion names no key, SQLite takes the one after the greatest, which is a preset's if the table has no other
  /// rows. A deleted preset is inserted without its metadata, and gets them from the table of deleted presets.
  private static func trigger(
    ofKeysIn table: String, named entity: String
  ) -> (name: String, statement: String) {
    let reason = """
      A row of \(table) has the key of a preset and is none. Write a positive key, such as abs(random() / 2) + 1, to _pk.
      """
    return (
      keyTriggerName(table),
      """
      CREATE TRIGGER \(SQLName.quoted(keyTriggerName(table))) AFTER INSERT ON \(SQLName.quoted(table)) \
      WHEN new._pk < 0 AND new.\(SQLName.preset) IS NULL AND NOT EXISTS (SELECT 1 FROM \(deleted) \
      WHERE entity = \(entity) AND pk = new._pk) BEGIN \
      SELECT RAISE(ABORT, \(SQLName.literal(reason))); END
      """
    )
  }

  private static func keyTriggerName(_ table: String) -> String { TriggerCopies.keys + table }

  private static func editTriggerName(_ table: String) -> String { TriggerCopies.edits + table }

  private static func trigger(
    ofLinksIn table: String
  ) -> (name: String, statement: String) {
    let name = "\(triggerPrefix)link.\(table)"
    let links = SQLName.literal(table)
    let key = "links = \(links) AND source = old.source AND target = old.target"
    return (
      name,
      """
      CREATE TRIGGER \(SQLName.quoted(name)) AFTER DELETE ON \(SQLName.quoted(table)) \
      WHEN old.\(SQLName.preset) IS NOT NULL BEGIN DELETE FROM \(unlinked) WHERE \(key); \
      INSERT INTO \(unlinked) (links, source, target) \
      VALUES (\(links), old.source, old.target); END
      """
    )
  }

  private static func run(
    _ trigger: (name: String, statement: String), on connection: Connection
  ) throws {
    let isThere = try connection.hasRow(
      "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?", [.text(trigger.name)])
    if !isThere { try connection.run(trigger.statement) }
  }

  /// The SQL condition that a trigger belongs to presets, and so does not affect inserted rows.
  static let areOwnTriggers = "name LIKE '\(triggerPrefix)%'"

  /// Removes the triggers, before tables are altered, or emptied permanently.
  static func removeTriggers(on connection: Connection) throws {
    try StoreMetadata.dropTriggers(prefix: triggerPrefix, on: connection)
  }

  /// Makes a row a preset again, after its deletion was undone.
  static func undelete(_ key: Int64, in table: String, on connection: Connection) throws {
    guard try exist(on: connection), try concern(table, on: connection) else { return }
    try connection.run(
      """
      UPDATE \(SQLName.quoted(table)) SET \(SQLName.preset) = (SELECT preset FROM \(deleted) \
      WHERE pk = ?1) WHERE _pk = ?1 AND \(SQLName.preset) IS NULL
      """, [.integer(key)])
    try connection.run("DELETE FROM \(deleted) WHERE pk = ?", [.integer(key)])
  }

  // MARK: Stamps

  /// Gives the deletions that have no stamp yet the stamp of the running transaction. They are those of this
  /// transaction, and those by other tools.
  package static func stampDeletions(on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    for table in [deleted, unlinked]
    where try connection.uncountedInteger("SELECT 1 FROM \(table) WHERE stamp IS NULL LIMIT 1")
      != nil
    {
      let stamp = try connection.stamp()
      try connection.run(
        "UPDATE \(table) SET stamp = ?, device = ? WHERE stamp IS NULL",
        [.integer(stamp.time.rawValue), .integer(stamp.device.rawValue)])
    }
  }

  /// Records whether the last version of a catalog has a link that the user has deleted: the sign of the stamp says it.
  package static func offer(
    _ isOffered: Bool, _ link: (table: String, source: Int64, target: Int64),
    on connection: Connection
  ) throws {
    let stamp = try connection.stamp()
    try connection.run(
      """
      UPDATE \(unlinked) SET stamp = \(isOffered ? "" : "-")abs(ifnull(stamp, ?)), \
      device = ifnull(device, ?) WHERE links = ? AND source = ? AND target = ?
      """,
      [
        .integer(stamp.time.rawValue), .integer(stamp.device.rawValue), .text(link.table),
        .integer(link.source), .integer(link.target),
      ])
  }

  /// Returns the latest time of the stamps of presets. Damaged metadata is left out.
  static func latestStamp(on connection: Connection) throws -> Int64 {
    guard try exist(on: connection) else { return 0 }
    var latest: Int64 = 0
    for table in [deleted, unlinked, resets] {
      latest = max(
        latest, try connection.integers("SELECT ifnull(max(abs(stamp)), 0) FROM \(table)")[0])
    }
    var marked = ["\(deleted)": "preset"]
    for table in try StoreMetadata.tables(on: connection)
    where try concern(table, on: connection) { marked[SQLName.quoted(table)] = SQLName.preset }
    for (table, column) in marked {
      latest = max(
        latest,
        try connection.integers(
          """
          SELECT ifnull(max(value ->> 0), 0) FROM \(table), json_each(\(column), '$[#-1]') \
          WHERE typeof(\(column)) = 'text' AND \(PresetMetadata.isStamped(column)) \
          AND json_valid(\(column)) AND typeof(value ->> 0) = 'integer'
          """)[0])
    }
    return latest
  }

  // MARK: Erasing

  /// Removes all records, after the objects were deleted: the next catalog is applied as to a new file.
  static func clear(on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    try PresetEditNotes.create(on: connection)
    for table in [catalogs, deleted, unlinked, resets, PresetEditNotes.table] {
      try connection.run("DELETE FROM \(table)")
    }
  }
}
