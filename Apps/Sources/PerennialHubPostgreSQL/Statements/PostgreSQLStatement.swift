package import PerennialHub

/// The statements that a hub executes on PostgreSQL: most are those of SQLite, and some are its own.
///
/// `$1` is the account in all of its own ones.
package enum PostgreSQLStatement: Hashable, Sendable {
  /// A statement that SQLite executes too.
  case shared(Statement)
  /// Reads an account, and keeps its removal and changes of its state waiting until the transaction ends.
  case holdAccount
  /// Reads an account after the transactions that hold it, and keeps others from holding it.
  case lockAccount
  /// Makes the row of a zone, so that it can be locked.
  case makeZone
  /// Reads the head of a zone, with a lock to the end of the transaction.
  case lockZone
  /// Reads the records with some names.
  case readRecords
  /// Reads the assets with some checksums.
  case readAssets

  /// The statements that PostgreSQL has in place of those of SQLite, or beside them.
  package static let own: [PostgreSQLStatement] = [
    .holdAccount, .lockAccount, .makeZone, .lockZone, .readRecords, .readAssets,
  ]

  /// The text.
  package var sql: String {
    switch self {
    case .shared(.raiseFloor):
      "UPDATE zone SET floor = greatest(floor, $3) WHERE account = $1 AND zone = $2"
    case .shared(let statement):
      statement.sql.replacing(#/\?(\d)/#) { "$\($0.1)" }
    case .holdAccount:
      """
      SELECT account, name, created, bytes, byte_limit, incarnation_offset, state, state_value
      FROM account WHERE account = $1 FOR KEY SHARE
      """
    case .lockAccount:
      """
      SELECT account, name, created, bytes, byte_limit, incarnation_offset, state, state_value
      FROM account WHERE account = $1 FOR UPDATE
      """
    case .makeZone:
      """
      INSERT INTO zone (account, zone, sequence, floor) VALUES ($1, $2, 0, 0)
      ON CONFLICT (account, zone) DO NOTHING
      """
    case .lockZone:
      "SELECT sequence, floor FROM zone WHERE account = $1 AND zone = $2 FOR UPDATE"
    case .readRecords:
      """
      SELECT body, sequence, changed, name FROM record
      WHERE account = $1 AND zone = $2 AND name = ANY ($3)
      """
    case .readAssets:
      "SELECT checksum, bytes FROM asset WHERE account = $1 AND zone = $2 AND checksum = ANY ($3)"
    }
  }
}
