import Foundation
import GRDB

/// Questions about a file, asked of SQLite alone.
enum SQLiteCheck {
  static func integrity(of file: URL) throws -> String? {
    try DatabaseQueue(path: file.path).read { database in
      try String.fetchOne(database, sql: "PRAGMA integrity_check")
    }
  }
}
