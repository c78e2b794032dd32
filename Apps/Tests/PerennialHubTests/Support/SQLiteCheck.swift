import Foundation
import GRDB

/// Questions about a file, asked of SQLite alone.
enum SQLiteCheck {
  static func integrity(of file: URL) throws -> String? {
    try DatabaseQueue(path: file.path).read { database in
      try String.fetchOne(database, sql: "PRAGMA integrity_check")
    }
  }

  /// Executes a statement.
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
