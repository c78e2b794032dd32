import Foundation
import GRDB

/// Questions about a file, asked of SQLite alone.
enum SQLiteCheck {
  static func integrity(of file: URL) throws -> String? {
    try DatabaseQueue(path: file.path).read { database in
      try String.fetchOne(database, sql: "PRAGMA integrity_check")
    }
  }

  /// Returns the columns of all tables, and the names of all indexes.
  static func columns(of file: URL) throws -> [String] {
    try DatabaseQueue(path: file.path).read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull"
          FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
          UNION SELECT name FROM sqlite_schema ORDER BY 1
          """)
    }
  }

  /// Returns the version of the tables.
  static func version(of file: URL) throws -> Int? {
    try DatabaseQueue(path: file.path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  /// Executes statements.
  static func execute(_ statement: String, in file: URL) throws {
    try DatabaseQueue(path: file.path).write { try $0.execute(sql: statement) }
  }

  /// Returns all rows of the hub, its accounts and their records, as text.
  static func dump(of file: URL) throws -> String {
    try DatabaseQueue(path: file.path).read { database in
      try ["hub", "account", "device", "zone", "record"].map { table in
        try "\(Row.fetchAll(database, sql: "SELECT * FROM \(table)"))"
      }.joined(separator: "\n")
    }
  }
}
