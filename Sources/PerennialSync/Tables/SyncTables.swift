import Perennial
import PerennialRecords

/// The tables of a synced store. Documentation/FileFormat.md is the contract.
enum SyncTables {
  /// The knowledge of the hub's records.
  static let records = "_perennial_records"
  /// The changes that the hub has not acknowledged.
  static let edits = "_perennial_edits"
  /// The writes that the hub has acknowledged, and that no page has contained.
  static let pushed = "_perennial_pushed"
  /// The records that the acknowledged states reference.
  static let references = "_perennial_references"

  /// The objects that several records reference by a one-to-one relationship.
  static let contests = "_perennial_contests"
  /// The records whose rows do not show all that the records have, with the reasons; see ``UnwrittenCause``.
  static let unwritten = "_perennial_unwritten"
  /// The values that rows show instead of those that their properties cannot have.
  static let substituted = "_perennial_substituted"
  /// The records for which a unique value was written.
  static let uniqueValues = "_perennial_unique_values"

  /// The checksums of external files.
  static let checksums = "_perennial_checksums"
  /// The assets that rows should show and whose bytes are not on the device.
  static let missingAssets = "_perennial_missing_assets"
  /// The sealed values that rows should show and that this device cannot read.
  static let sealedValues = "_perennial_sealed_values"

  /// The conflicts that merges have decided.
  static let conflicts = "_perennial_conflicts"

  /// The condition for records that do not show a unique value, as the index of them has it.
  static let isDisplaced = "parked IS NOT NULL OR is_left_out = 1"

  /// Creates the tables, inside a transaction. Does nothing if they exist.
  static func create(on connection: Connection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(records) (name TEXT PRIMARY KEY NOT NULL, type TEXT NOT NULL, \
      created TEXT, state TEXT NOT NULL, stash TEXT, refusal TEXT, is_sent INTEGER NOT NULL, \
      is_acknowledged INTEGER NOT NULL, is_offered INTEGER NOT NULL, reading INTEGER NOT NULL, \
      parked TEXT, counted TEXT, unsent_at_deletion TEXT, is_left_out INTEGER NOT NULL, \
      redirect TEXT, redirect_version INTEGER) STRICT, WITHOUT ROWID
      """)
    try updateRecords(on: connection)
    try connection.run(
      """
      CREATE INDEX IF NOT EXISTS "\(records).unsent" ON \(records) (name) \
      WHERE is_offered = 1 OR stash IS NOT NULL
      """)
    try connection.run(
      """
      CREATE INDEX IF NOT EXISTS "\(records).redirect" ON \(records) (redirect) \
      WHERE redirect IS NOT NULL
      """)
    try connection.run(
      """
      CREATE INDEX IF NOT EXISTS "\(records).parked" ON \(records) (name) WHERE \(isDisplaced)
      """)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(uniqueValues) (type TEXT NOT NULL, field TEXT NOT NULL, \
      value TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (type, field, value, name)) \
      STRICT, WITHOUT ROWID
      """)
    try connection.run(
      "CREATE INDEX IF NOT EXISTS \"\(uniqueValues).name\" ON \(uniqueValues) (name)")
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(edits) (name TEXT PRIMARY KEY NOT NULL, edits TEXT NOT NULL) \
      STRICT, WITHOUT ROWID
      """)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(references) (target TEXT NOT NULL, source TEXT NOT NULL, \
      PRIMARY KEY (target, source)) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      "CREATE INDEX IF NOT EXISTS \"\(references).source\" ON \(references) (source)")
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(contests) (claim TEXT NOT NULL, target INTEGER NOT NULL, \
      PRIMARY KEY (claim, target)) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(unwritten) (name TEXT PRIMARY KEY NOT NULL, \
      reason TEXT NOT NULL, cause INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(conflicts) (number INTEGER PRIMARY KEY AUTOINCREMENT, \
      conflict TEXT NOT NULL) STRICT
      """)
    try updateUnwritten(on: connection)
    try createAssets(on: connection)
    try createSealedValues(on: connection)
    try createPushed(on: connection)
    try createSubstituted(on: connection)
    try ChangeNotes.install(on: connection)
  }

  private static func createSubstituted(on connection: Connection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(substituted) (name TEXT PRIMARY KEY NOT NULL, \
      fields TEXT NOT NULL) STRICT, WITHOUT ROWID
      """)
  }

  private static func createPushed(on connection: Connection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(pushed) (name TEXT PRIMARY KEY NOT NULL, \
      writes TEXT NOT NULL) STRICT, WITHOUT ROWID
      """)
  }

  /// Adds the stamps that the table of an earlier version of the library does not have.
  private static func updateRecords(on connection: Connection) throws {
    if try !PresetTables.hasColumn("unsent_at_deletion", of: records, on: connection) {
      try connection.run("ALTER TABLE \(records) ADD COLUMN unsent_at_deletion TEXT")
    }
  }

  /// Adds the causes that the table of an earlier version of the library does not have, and the index of the rows that
  /// each change of the store tries again: there can be many others.
  private static func updateUnwritten(on connection: Connection) throws {
    if try !PresetTables.hasColumn("cause", of: unwritten, on: connection) {
      try connection.run(
        "ALTER TABLE \(unwritten) ADD COLUMN cause INTEGER NOT NULL DEFAULT 0")
    }
    try connection.run(
      "CREATE INDEX IF NOT EXISTS \"\(unwritten).retried\" ON \(unwritten) (name) WHERE cause = 0")
  }

  private static func createSealedValues(on connection: Connection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(sealedValues) (name TEXT NOT NULL, field TEXT NOT NULL, \
      value TEXT NOT NULL, shown TEXT NOT NULL, PRIMARY KEY (name, field)) STRICT, WITHOUT ROWID
      """)
  }

  private static func createAssets(on connection: Connection) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(checksums) (file TEXT PRIMARY KEY NOT NULL, \
      checksum TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID
      """)
    try connection.run(
      "CREATE INDEX IF NOT EXISTS \"\(checksums).checksum\" ON \(checksums) (checksum)")
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(missingAssets) (name TEXT NOT NULL, field TEXT NOT NULL, \
      checksum TEXT NOT NULL, bytes INTEGER NOT NULL, shown TEXT NOT NULL, \
      PRIMARY KEY (name, field)) STRICT, WITHOUT ROWID
      """)
  }

  /// Adds what an earlier version of the library has not made. Records that were too large for it are sent: their
  /// large values are assets now.
  static func update(on connection: Connection) throws {
    if try !ChangeNotes.exist(on: connection) {
      try SchemaCheck.trusting(connection) { try ChangeNotes.install(on: connection) }
    }
    try createSealedValues(on: connection)
    try createPushed(on: connection)
    try createSubstituted(on: connection)
    try updateUnwritten(on: connection)
    if try StoreMetadata.hasTable(missingAssets, on: connection) { return }
    try createAssets(on: connection)
    try connection.run(
      "UPDATE \(records) SET refusal = NULL WHERE refusal = ?",
      [.text(PushReply.Reason.tooLarge.rawValue)])
  }

  /// Forgets the checksums of external files that no row has.
  static func sweepChecksums(on connection: Connection) throws {
    guard try StoreMetadata.hasTable(ExternalTables.table, on: connection) else { return }
    try connection.run(
      """
      DELETE FROM \(checksums) WHERE file NOT IN \
      (SELECT name FROM \(ExternalTables.table) WHERE uses > 0)
      """)
  }

  /// Removes everything that is known of the hub, inside a transaction.
  static func clear(on connection: Connection) throws {
    for table in [
      records, edits, references, contests, unwritten, uniqueValues, conflicts, missingAssets,
      sealedValues, pushed, substituted,
    ] {
      try connection.run("DELETE FROM \(table)")
    }
  }
}
