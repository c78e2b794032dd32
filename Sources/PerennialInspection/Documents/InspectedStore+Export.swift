public import Foundation
import Perennial

extension InspectedStore {
  /// Writes the contents of the store as one JSON document. The document has the state at the moment of the
  /// call, regardless of later writes by other connections.
  ///
  /// Documentation/CommandLine.md describes the document. All values in it are exact. Memory does not grow
  /// with the store.
  ///
  /// ```swift
  /// try store.exportJSON { FileHandle.standardOutput.write($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - omitsDanglingLinks: `true` to leave out links to objects that do not exist, so that the document can be
  ///     imported. To-one relationships with such links are nil in the document.
  ///   - write: A closure that receives the bytes, one piece after the other.
  ///   - progress: A closure that is called from time to time with the progress.
  /// - Returns: The numbers of objects, links and dangling links.
  /// - Throws: ``InspectionError/Code/damagedStore``, `SwiftDataError.storeFailure`, and the errors of
  ///   `write`.
  @discardableResult
  public func exportJSON(
    omitsDanglingLinks: Bool = false, progress: @escaping TransferProgress = { _, _ in },
    to write: @escaping (Data) throws -> Void
  ) throws -> TransferReport {
    try database.snapshot {
      var export = try StoreExport(self, omitsDanglingLinks: omitsDanglingLinks, progress)
      var document = JSONExport(write)
      try document.run(&export)
      return export.report
    }
  }

  /// Writes the contents of the store to a file, or to a folder of tables. The item appears under its name
  /// only when it is complete.
  ///
  /// ```swift
  /// let report = try store.export(to: directory.appending(path: "kitchen.json"), as: .json)
  /// print("\(report.objectCount) objects, \(report.linkCount) links")
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file of a JSON document, or the folder of a CSV document.
  ///   - format: The format of the document.
  ///   - isReplacing: `true` if an existing item may be replaced.
  ///   - omitsDanglingLinks: `true` to leave out links to objects that do not exist, so that the document can be
  ///     imported. To-one relationships with such links are nil in the document.
  ///   - progress: A closure that is called from time to time with the progress.
  /// - Returns: The numbers of objects, links and dangling links.
  /// - Throws: ``InspectionError`` with the codes `targetExists`, `damagedStore`, `fileFailure`;
  ///   `SwiftDataError.storeFailure`.
  @discardableResult
  public func export(
    to url: URL, as format: DocumentFormat, isReplacing: Bool = false,
    omitsDanglingLinks: Bool = false,
    progress: @escaping TransferProgress = { _, _ in }
  ) throws -> TransferReport {
    try newItem(at: url, isReplacing: isReplacing).make { draft in
      switch format {
      case .json:
        let file = try NewFile(draft)
        let report = try exportJSON(
          omitsDanglingLinks: omitsDanglingLinks, progress: progress, to: file.write)
        try file.close()
        return report
      case .csv:
        return try database.snapshot {
          var export = try StoreExport(self, omitsDanglingLinks: omitsDanglingLinks, progress)
          try CSVExport(folder: draft).run(&export)
          return export.report
        }
      }
    }
  }

  /// Writes the contents of the store as an SQLite database for other programs: dates, UUIDs and decimal numbers as
  /// texts, the places of members instead of order keys, and beside each reference the label of the object. It has a
  /// table for each entity and for each many-to-many relationship, and cannot be imported.
  ///
  /// Documentation/CommandLine.md describes the database. The file appears under its name only when it is complete. It
  /// has the state at the moment of the call. Memory does not grow with the store.
  ///
  /// ```swift
  /// try store.exportDatabase(to: directory.appending(path: "kitchen.sqlite"), isReplacing: true)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file of the database.
  ///   - isReplacing: `true` if an existing item may be replaced.
  ///   - omitsDanglingLinks: `true` to leave out links to objects that do not exist.
  ///   - progress: A closure that is called from time to time with the progress.
  /// - Returns: The numbers of objects, links and dangling links.
  /// - Throws: ``InspectionError`` with the codes `targetExists`, `damagedStore`, `fileFailure`;
  ///   `SwiftDataError.storeFailure`.
  @discardableResult
  public func exportDatabase(
    to url: URL, isReplacing: Bool = false, omitsDanglingLinks: Bool = false,
    progress: @escaping TransferProgress = { _, _ in }
  ) throws -> TransferReport {
    try newItem(at: url, isReplacing: isReplacing).make { draft in
      try database.snapshot {
        var export = try StoreExport(self, omitsDanglingLinks: omitsDanglingLinks, progress)
        try DatabaseExport(of: self, to: draft).run(&export)
        try Self.removeLogs(ofDatabaseAt: url)
        return export.report
      }
    }
  }

  /// Removes the logs of a database that is about to be replaced: SQLite would apply them to the new one.
  private static func removeLogs(ofDatabaseAt url: URL) throws {
    for log in ["-journal", "-wal", "-shm"].map({ url.path + $0 })
    where FileManager.default.fileExists(atPath: log) {
      try InspectionError.naming("\(log) cannot be removed") {
        try FileManager.default.removeItem(atPath: log)
      }
    }
  }

  /// Returns the item of an export.
  ///
  /// - Throws: As `NewItem`, and ``InspectionError/Code/targetExists`` if the item would replace the store.
  private func newItem(at place: URL, isReplacing: Bool) throws -> NewItem {
    let item = try NewItem(at: place, isReplacing: isReplacing)
    let (target, store) = (place.resolvingSymlinksInPath().path, url.resolvingSymlinksInPath().path)
    if FileIdentity(path: target).isSame(asFileAt: FileIdentity(path: store)) {
      throw InspectionError(
        .targetExists,
        "\(place.path) is the store itself, and was left unchanged. Give another path.")
    }
    return item
  }
}
