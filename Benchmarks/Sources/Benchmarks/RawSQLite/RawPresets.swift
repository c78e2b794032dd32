import Foundation
import GRDBSQLite

/// The work that updates and resets come down to, by the C API.
final class RawPresets {
  private let database: RawDatabase
  private let items: RawItems
  private let file: URL

  init(_ file: URL, _ values: [ItemValues]) throws {
    self.file = file
    items = try RawItems(at: file)
    try items.insert(values, Stopwatch())
    try RawDatabase.checkpoint(file)
    database = try RawDatabase(at: file)
  }

  func update(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    let statement = try database.prepare("UPDATE item SET count = ? WHERE pk = ?")
    try stopwatch.time(PresetWorkloads.update, operations: values.count) {
      try database.transaction {
        for (number, values) in values.enumerated() {
          // An app has its presets as a list of such rows, created anew.
          let row = ItemRow(values)
          statement.pointer.bind(row.count + 1, 1)
          statement.pointer.bind(number + 1, 2)
          try statement.run()
        }
      }
    }
  }

  func reset(_ values: [ItemValues], _ copy: URL, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(PresetWorkloads.reset, operations: values.count) {
      try backUp(to: copy)
      try database.execute("DELETE FROM item")
      try items.insert(values, Stopwatch())
    }
    try FileManager.default.removeItem(at: copy)
  }

  private func backUp(to copy: URL) throws {
    let destination = try RawDatabase(at: copy)
    guard
      let backup = sqlite3_backup_init(destination.connection, "main", database.connection, "main")
    else { throw SQLiteFailure(sqlite3_errcode(destination.connection), destination.connection) }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw SQLiteFailure(code, destination.connection) }
  }
}
