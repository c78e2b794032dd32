/// The statements of an operator's commands and of the metrics. Some are PostgreSQL's alone.
enum PostgreSQLOperation {
  /// The tables whose rows belong to accounts.
  static let tablesOfAccounts = ["device", "pairing", "zone", "record", "asset"]

  static func countOrphans(in table: String) -> String {
    """
    SELECT count(*) FROM \(table)
    WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.account = \(table).account)
    """
  }

  /// Lets a transaction read whole tables.
  static let waitInTransaction = "SET LOCAL statement_timeout = 0"
  /// Lets a connection work on whole tables.
  static let wait = "SET statement_timeout = 0"
  /// Ends the effect of ``wait``.
  static let endWait = "SET statement_timeout = '30s'"
  static func vacuum(_ table: String) -> String { "VACUUM (ANALYZE) \(table)" }
  /// The partitions of a table are tables, too.
  static let readSize = """
    SELECT CAST(coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) AS bigint)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind = 'r'
    """
  /// Counts the connections on which hubs listen to the channel of these tables.
  static let countHubs = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'perennial-hub-listener'
      AND query LIKE '%perennial_hub_' || CAST(CAST('hub' AS regclass) AS oid) || '"%'
    """
  static let renewIncarnation = """
    UPDATE hub SET incarnation = greatest(incarnation + 1, $1) WHERE id = 1
    RETURNING incarnation
    """
}
