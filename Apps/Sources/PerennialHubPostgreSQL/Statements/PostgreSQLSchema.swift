/// The tables of a hub's database on PostgreSQL.
///
/// `zone`, `record` and `asset` have the account at the beginning of each key. So they can be partitioned or
/// distributed by it. The other tables find accounts by names, codes and tokens, and are small.
enum PostgreSQLSchema {
  /// The version in the row of the hub.
  static var version: Int64 { Int64(1 + upgrades.count) }

  /// The statements that make the tables, in one transaction.
  static let creation =
    [
      """
      CREATE TABLE hub (
        id BIGINT PRIMARY KEY CHECK (id = 1),
        version BIGINT NOT NULL,
        incarnation BIGINT NOT NULL)
      """,
      """
      CREATE TABLE account (
        account BIGINT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created BIGINT NOT NULL,
        bytes BIGINT NOT NULL,
        byte_limit BIGINT NOT NULL,
        incarnation_offset BIGINT NOT NULL,
        state BIGINT NOT NULL,
        state_value BIGINT NOT NULL)
      """,
      """
      CREATE TABLE device (
        account BIGINT NOT NULL REFERENCES account,
        device TEXT NOT NULL,
        name TEXT NOT NULL,
        token BYTEA NOT NULL UNIQUE,
        created BIGINT NOT NULL,
        last_seen BIGINT NOT NULL,
        expires BIGINT,
        role TEXT NOT NULL,
        PRIMARY KEY (account, device))
      """,
      "CREATE INDEX device_expires ON device (expires)",
      """
      CREATE TABLE pairing (
        code BYTEA PRIMARY KEY,
        account BIGINT NOT NULL REFERENCES account,
        expires BIGINT NOT NULL,
        role TEXT NOT NULL)
      """,
      """
      CREATE TABLE zone (
        account BIGINT NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        floor BIGINT NOT NULL,
        PRIMARY KEY (account, zone))
      """,
      """
      CREATE TABLE record (
        account BIGINT NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        name TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        type TEXT NOT NULL,
        created TEXT,
        changed BIGINT NOT NULL,
        is_deleted BIGINT NOT NULL,
        body BYTEA NOT NULL,
        PRIMARY KEY (account, zone, name))
      """,
      "CREATE UNIQUE INDEX record_feed ON record (account, zone, sequence)",
      "CREATE INDEX record_deleted ON record (account, zone, changed) WHERE is_deleted = 1",
      """
      CREATE TABLE asset (
        account BIGINT NOT NULL REFERENCES account,
        zone TEXT NOT NULL,
        checksum TEXT NOT NULL,
        bytes BIGINT NOT NULL,
        created BIGINT NOT NULL,
        PRIMARY KEY (account, zone, checksum))
      """,
    ] + audit + webServices

  /// The table of the audit log.
  private static let audit = [
    """
    CREATE TABLE audit (
      time BIGINT NOT NULL,
      number BIGINT NOT NULL,
      event TEXT NOT NULL,
      actor TEXT NOT NULL,
      account TEXT,
      device TEXT,
      address TEXT,
      detail TEXT,
      PRIMARY KEY (time, number))
    """,
    "CREATE INDEX audit_account ON audit (account, time)",
  ]

  /// The tables of Web Services.
  private static let webServices = [
    """
    CREATE TABLE web_key (
      account BIGINT NOT NULL REFERENCES account,
      web_key TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      value BYTEA NOT NULL,
      created BIGINT NOT NULL,
      PRIMARY KEY (account, web_key))
    """,
    """
    CREATE TABLE subscription (
      account BIGINT NOT NULL REFERENCES account,
      web_database TEXT NOT NULL,
      subscription TEXT NOT NULL,
      body BYTEA NOT NULL,
      PRIMARY KEY (account, web_database, subscription))
    """,
    """
    CREATE TABLE hub_secret (
      id BIGINT PRIMARY KEY CHECK (id = 1),
      value BYTEA NOT NULL)
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
      "ALTER TABLE account ADD COLUMN incarnation_offset BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE account ADD COLUMN state BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE account ADD COLUMN state_value BIGINT NOT NULL DEFAULT 0",
    ],
    // Version 4: keys and subscriptions of Web Services, and the secret of the hubs.
    webServices,
  ]

  /// Changes the version, with a lock that other hubs wait for.
  static let writeVersion =
    "UPDATE hub SET version = $2 WHERE id = 1 AND version = $1"
  static let find =
    "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'hub'"
  static let readVersion = "SELECT version, incarnation FROM hub WHERE id = 1"
  static let lockVersion = "SELECT version FROM hub WHERE id = 1 FOR UPDATE"
  /// Reads the number of the table `hub`, which no other table of the database has.
  static let readNumber = "SELECT CAST(CAST('hub' AS regclass) AS oid)"
  static let insertHub = "INSERT INTO hub (id, version, incarnation) VALUES (1, $1, $2)"
}
