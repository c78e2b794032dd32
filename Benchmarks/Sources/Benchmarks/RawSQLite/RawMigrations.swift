import Foundation

/// Changes of the schema, by the C API: the statements that one would write for this very change.
enum RawMigrations: MigrationContender {
  static let library = Library.raw

  static func fill(_ file: URL, for change: ItemChange, with values: [ItemValues]) throws {
    try RawItems(at: file).insert(values, Stopwatch())
    if change == .add { try RawDatabase(at: file).execute("ALTER TABLE item DROP COLUMN rank") }
  }

  static func migrate(_ file: URL, by change: ItemChange) throws -> AnyObject {
    let database = try RawDatabase(at: file)
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.transaction { try database.execute(sql(change)) }
    return database
  }

  private static func sql(_ change: ItemChange) -> String {
    switch change {
    case .add: "ALTER TABLE item ADD COLUMN rank INTEGER"
    case .drop: "ALTER TABLE item DROP COLUMN rank"
    case .convert:
      """
      CREATE TABLE new_item (
        pk INTEGER PRIMARY KEY,
        id BLOB NOT NULL,
        count REAL NOT NULL,
        weight REAL NOT NULL,
        name TEXT NOT NULL,
        note TEXT NOT NULL,
        date REAL NOT NULL,
        isDone INTEGER NOT NULL,
        rank INTEGER
      ) STRICT;
      INSERT INTO new_item (pk, id, count, weight, name, note, date, isDone, rank)
        SELECT pk, id, CAST(count AS REAL), weight, name, note, date, isDone, rank FROM item;
      DROP TABLE item;
      ALTER TABLE new_item RENAME TO item
      """
    }
  }
}
