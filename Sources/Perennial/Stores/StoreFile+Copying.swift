import Foundation

extension StoreFile {
  /// Opens a connection that only reads: to the file or, where SQLite cannot read it, to a copy.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``, ``SwiftDataError/loadIssueModelContainer``.
  static func connect(
    toRead path: String, _ open: (StoreCopy?) throws -> Connection
  ) throws -> Connection {
    func connect(to copy: StoreCopy?) throws -> Connection {
      let connection = try open(copy)
      // SQLite looks for the log when it first reads.
      _ = try connection.integers("PRAGMA schema_version")
      return connection
    }
    do {
      return try connect(to: nil)
    } catch {
      guard StoreCopy.isNeeded(for: path) else { throw error }
      for _ in 0..<20 {
        if let copy = try StoreCopy(of: path) { return try connect(to: copy) }
        // While the other process writes, there is an index of the log beside the store.
        if let connection = try? connect(to: nil) { return connection }
        Thread.sleep(forTimeInterval: 0.05)
      }
      throw error
    }
  }
}

extension StoreCopy {
  /// A Boolean value that indicates whether a store can be read only from a copy, because SQLite has
  /// failed to open it at its own location.
  ///
  /// - Parameter path: The store's file.
  fileprivate static func isNeeded(for path: String) -> Bool {
    !StoreLocation(path: path).isWritable && keepsLog(original(of: path))
  }
}
