import Foundation
import GRDB

/// The tables of a hub's database.
enum HubSchema {
  /// The version in the file's header.
  static var version: Int32 { Int32(1 + upgrades.count) }
  /// The application's number in the file's header: `PHub`.
  static let application: Int32 = 0x5048_7562

  /// Returns the number of changes that all zones have counted.
  static let sumOfSequences = "SELECT coalesce(sum(sequence), 0) FROM zone"

  /// The statements that make the tables of an empty file.
  static let creation =
    [
      """
      CREATE TABLE hub (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        incarnation INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        is_backup INTEGER NOT NULL)
      """,
      """
      CREATE TABLE account (
        account INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        byte_limit INTEGER NOT NULL,
        incarnation_offset INTEGER NOT NULL,
        state INTEGER NOT NULL,
        state_value INTEGER NOT NULL)
      """,
      """
      CREATE TABLE device (
        account INTEGER NOT NULL REFERENCES account,
        device TEXT NOT NULL,
        name TEXT NOT NULL,
        token BLOB NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        expires INTEGER,
        role TEXT NOT NULL,
        PRIMARY KEY (account, device)) WITHOUT ROWID
      """,
      "CREATE INDEX device_expires ON device (expires)",
      """
      CREATE TABLE pairing (
        code BLOB PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account,
        expires INTEGER NOT NULL,
        role TEXT NOT NULL) WITHOUT ROWID
      """,
      """
      CREATE TABLE zone (
        account INTEGER NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        floor INTEGER NOT NULL,
        PRIMARY KEY (account, zone)) WITHOUT ROWID
      """,
      """
      CREATE TABLE record (
        account INTEGER NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        name TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        type TEXT NOT NULL,
        created TEXT,
        changed INTEGER NOT NULL,
        is_deleted INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (account, zone, name))
      """,
      "CREATE UNIQUE INDEX record_feed ON record (account, zone, sequence)",
      "CREATE INDEX record_deleted ON record (account, zone, changed) WHERE is_deleted = 1",
      """
      CREATE TABLE asset (
        account INTEGER NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        checksum TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (account, zone, checksum)) WITHOUT ROWID
      """,
      "INSERT INTO hub (id, incarnation, changes, is_backup) VALUES (1, 0, 0, 0)",
      "PRAGMA application_id = \(application)",
    ] + audit + webServices

  /// The table of the audit log.
  private static let audit = [
    """
    CREATE TABLE audit (
      time INTEGER NOT NULL,
      number INTEGER NOT NULL,
      event TEXT NOT NULL,
      actor TEXT NOT NULL,
      account TEXT,
      device TEXT,
      address TEXT,
      detail TEXT,
      PRIMARY KEY (time, number)) WITHOUT ROWID
    """,
    "CREATE INDEX audit_account ON audit (account, time)",
  ]

  /// The tables of Web Services.
  private static let webServices = [
    """
    CREATE TABLE web_key (
      account INTEGER NOT NULL REFERENCES account,
      web_key TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      value BLOB NOT NULL,
      created INTEGER NOT NULL,
      PRIMARY KEY (account, web_key)) WITHOUT ROWID
    """,
    """
    CREATE TABLE subscription (
      account INTEGER NOT NULL REFERENCES account,
      web_database TEXT NOT NULL,
      subscription TEXT NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (account, web_database, subscription)) WITHOUT ROWID
    """,
    """
    CREATE TABLE hub_secret (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      value BLOB NOT NULL)
    """,
  ]

  /// For each version from 1 on, the statements that make the next one of it. A change of ``creation`` adds an entry.
  static let upgrades = [
    // Version 2: roles of devices, and the audit log. Devices of version 1 had all rights.
    [
      "ALTER TABLE device ADD COLUMN role TEXT NOT NULL DEFAULT 'admin'",
      "ALTER TABLE pairing ADD COLUMN role TEXT NOT NULL DEFAULT 'admin'",
      "CREATE INDEX device_expires ON device (expires)",
    ] + audit,
    // Version 3: accounts that move to another database.
    [
      "ALTER TABLE account ADD COLUMN incarnation_offset INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE account ADD COLUMN state INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE account ADD COLUMN state_value INTEGER NOT NULL DEFAULT 0",
    ],
    // Version 4: keys and subscriptions of Web Services, and the secret of the hubs.
    webServices,
  ]

  /// Creates the tables of an empty file, and upgrades those of an earlier version.
  ///
  /// - Throws: ``HubStorageError/Code/otherFile`` for a file of another program, or of a later version.
  static func prepare(_ database: Database, at url: URL) throws {
    try database.inTransaction(.immediate) {
      if try isPresent(in: database) { return .commit }
      let (application, found) = try identity(of: database)
      if application == Self.application, (1..<version).contains(found) {
        for statement in upgrades.dropFirst(Int(found) - 1).joined() {
          try database.execute(sql: statement)
        }
      } else {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables == 0, application == 0, found == 0 else { throw otherFile(url) }
        for statement in creation { try database.execute(sql: statement) }
      }
      // The new version is part of the same transaction, so no upgrade is half applied.
      try database.execute(sql: "PRAGMA user_version = \(version)")
      return .commit
    }
  }

  /// Returns `true` for a database with the tables of this version.
  static func isPresent(in database: Database) throws -> Bool {
    try identity(of: database) == (application, version)
  }

  private static func identity(
    of database: Database
  ) throws -> (application: Int32, version: Int32) {
    (
      try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
      try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    )
  }

  /// The error for a file of another program, or of another version.
  static func otherFile(_ url: URL) -> HubStorageError {
    HubStorageError(
      .otherFile,
      "\(url.path) isn't a hub's database of version \(version). Serve one of an earlier version once, so that it "
        + "is upgraded, update the program for one of a later version, or give another file.")
  }
}
