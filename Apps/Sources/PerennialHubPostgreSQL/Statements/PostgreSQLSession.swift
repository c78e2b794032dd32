/// The statements that concern a connection or a transaction rather than tables.
package enum PostgreSQLSession: String, CaseIterable, Sendable {
  /// An acknowledged write is on the server's disk, whatever the server's default is. A statement that waits longer
  /// than a device does is ended.
  case settings = """
    SET application_name = 'perennial-hub'; SET synchronous_commit = 'on';
    SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s'
    """
  /// The name of the connection that receives the words of other hubs.
  case listenerSettings = "SET application_name = 'perennial-hub-listener'"
  /// Begins a transaction that reads from one state of the database.
  case beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
  /// Begins a transaction that reads the newest rows, and writes. Rows that decide are locked when they are read. It is
  /// not declared as one that writes: a server that only reads would refuse it with an error that says less.
  case beginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED"
  case begin = "BEGIN"
  case commit = "COMMIT"
  case rollback = "ROLLBACK"
  /// Sends a word to the connections that listen to a channel. A database without it is asked for changes instead.
  case notify = "SELECT pg_notify($1, $2)"

  /// The text.
  package var sql: String { rawValue }

  /// Listens to a channel. A database without it is asked for changes instead.
  package static func listen(to channel: String) -> String { "LISTEN \"\(channel)\"" }
}
