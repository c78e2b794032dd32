import GRDB

/// The tables of a hub's database.
enum HubSchema {
  /// The version in the file's header.
  static let version: Int32 = 1
  /// The application's number in the file's header: `PHub`.
  static let application: Int32 = 0x5048_7562

  /// Returns the number of changes that all zones have counted.
  static let sumOfSequences = "SELECT coalesce(sum(sequence), 0) FROM zone"

  /// The statements that make the tables of an empty file.
  static let creation = [
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
      byte_limit INTEGER NOT NULL)
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
      PRIMARY KEY (account, device)) WITHOUT ROWID
    """,
    """
    CREATE TABLE pairing (
      code BLOB PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account,
      expires INTEGER NOT NULL) WITHOUT ROWID
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
    "PRAGMA user_version = \(version)",
  ]
}
