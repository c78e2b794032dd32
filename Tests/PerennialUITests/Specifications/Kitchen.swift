import Foundation
import PerennialSQLite
import SwiftData

/// A container for dishes, in memory or on a file that goes with it.
final class Kitchen: Sendable {
  enum Place: CaseIterable {
    case file, memory
  }

  enum Failure: Error {
    case noFile
    case sql(String)
  }

  let container: ModelContainer
  private let directory: URL?

  init(in place: Place) throws {
    guard place == .file else {
      container = try kitchen()
      directory = nil
      return
    }
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    self.directory = directory
    container = try ModelContainer(
      for: Dish.self,
      configurations: ModelConfiguration(url: directory.appendingPathComponent("kitchen.store"))
    )
  }

  deinit {
    if let directory { try? FileManager.default.removeItem(at: directory) }
  }

  /// Changes the file behind the framework's back.
  func run(_ sql: String) throws {
    guard let directory else { throw Failure.noFile }
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard
      sqlite3_open(directory.appendingPathComponent("kitchen.store").path, &database) == SQLITE_OK,
      sqlite3_busy_timeout(database, 5000) == SQLITE_OK,
      sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
    else { throw Failure.sql(String(cString: sqlite3_errmsg(database))) }
  }
}
