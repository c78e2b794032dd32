public import Foundation
import Perennial

extension InspectedStore {
  /// Writes the contents of the store as one document of JSON, as it is at the moment of the call whatever
  /// others write in the meantime.
  ///
  /// Documentation/CommandLine.md describes the document. Everything in it is exact. Memory does not
  /// grow with the store.
  ///
  /// - Parameters:
  ///   - write: Is given the bytes, one piece after the other.
  ///   - progress: Is told from time to time how far it is.
  /// - Returns: How many objects and links there are.
  /// - Throws: ``InspectionError/Code/damagedStore``, `SwiftDataError.storeFailure`, and what `write`
  ///   throws.
  @discardableResult
  public func exportJSON(
    progress: @escaping TransferProgress = { _, _ in }, to write: @escaping (Data) throws -> Void
  ) throws -> TransferReport {
    try database.snapshot {
      var export = try StoreExport(self, progress)
      var document = JSONExport(write)
      try document.run(&export)
      return export.report
    }
  }

  /// Writes the contents of the store to a file, or to a folder of tables. That is there when it is
  /// complete, and not before.
  ///
  /// - Parameters:
  ///   - url: The file of a document of JSON, or the folder of one of tables.
  ///   - isReplacing: Whether what is there may be replaced.
  ///   - progress: Is told from time to time how far it is.
  /// - Returns: How many objects and links there are.
  /// - Throws: ``InspectionError`` with the codes `targetExists`, `damagedStore`, `fileFailure`;
  ///   `SwiftDataError.storeFailure`.
  @discardableResult
  public func export(
    to url: URL, as format: DocumentFormat, isReplacing: Bool = false,
    progress: @escaping TransferProgress = { _, _ in }
  ) throws -> TransferReport {
    let item = try NewItem(at: url, isReplacing: isReplacing)
    return try item.make {
      switch format {
      case .json:
        let file = try NewFile(item.draft)
        let report = try exportJSON(progress: progress, to: file.write)
        try file.close()
        return report
      case .csv:
        return try database.snapshot {
          var export = try StoreExport(self, progress)
          try CSVExport(folder: item.draft).run(&export)
          return export.report
        }
      }
    }
  }
}
