public import Foundation
import Perennial
import PerennialJSON

/// The import of a document into a new store, or into a store without objects.
///
/// The import is one transaction: the store has either all contents of the document, or is unchanged. The
/// document is read sequentially, and memory grows by eight bytes for each object.
public struct StoreImport {
  private let store: URL
  private let name: String
  private let read: (StoreDatabase, DocumentImporter) throws -> Void

  /// The author of the import in the history of the store.
  public var author = "import"

  /// Creates an import of a file, or of a folder of tables, into a store.
  ///
  /// ```swift
  /// let document = directory.appending(path: "kitchen.json")
  /// let report = try StoreImport(of: document, as: .json, into: url).run()
  /// print(report.objects)
  /// ```
  ///
  /// - Parameters:
  ///   - document: The file of a JSON document, or the folder of a CSV document.
  ///   - format: The format of the document.
  ///   - store: The store's file. If it is missing or empty, its tables are created by the document's schema.
  ///     Otherwise it must have the document's entities with the same descriptions, and no objects of them.
  public init(of document: URL, as format: DocumentFormat, into store: URL) {
    self.store = store
    name = document.path
    switch format {
    case .json:
      read = { try JSONImport(database: $0, importer: $1).run(try ByteReader(document)) }
    case .csv:
      read = { try CSVImport(folder: document, database: $0, importer: $1).run() }
    }
  }

  /// Creates an import of a JSON document from another source.
  ///
  /// ```swift
  /// let input = FileHandle.standardInput
  /// let entry = StoreImport(ofJSONFrom: "input", into: url) { try input.read(upToCount: 65_536) }
  /// print(try entry.run().objectCount)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the document in errors.
  ///   - store: The store's file.
  ///   - read: A closure that returns the next bytes, and nil at the end.
  public init(
    ofJSONFrom name: String, into store: URL, _ read: @escaping () throws -> Data?
  ) {
    self.store = store
    self.name = name
    self.read = { try JSONImport(database: $0, importer: $1).run(ByteReader(name, read)) }
  }

  /// Imports the document.
  ///
  /// ```swift
  /// do {
  ///   _ = try StoreImport(of: directory, as: .csv, into: url).run(isDryRun: true)
  /// } catch let error as DocumentError {
  ///   print("\(error.file), line \(error.line ?? 0): \(error.reason)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isDryRun: `true` for a dry run: the import is carried out and rolled back.
  ///   - progress: A closure that is called from time to time with the progress.
  /// - Returns: The numbers of imported objects and links.
  /// - Throws: ``DocumentError`` for an error in the document; ``InspectionError`` with the codes
  ///   `targetNotEmpty`, `otherSchema`, `fileFailure`; `SwiftDataError.storeFailure`,
  ///   `loadIssueModelContainer`. In that case the store is unchanged.
  public func run(
    isDryRun: Bool = false, progress: @escaping TransferProgress = { _, _ in }
  ) throws -> TransferReport {
    let isNew = !FileManager.default.fileExists(atPath: store.path)
    guard isNew else { return try fill(store, isDryRun: isDryRun, progress: progress) }
    if isDryRun {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("perennial-\(UUID().uuidString)", isDirectory: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try fill(
        folder.appendingPathComponent("dry-run.store"), isDryRun: true, progress: progress)
    }
    do {
      return try fill(store, isDryRun: false, progress: progress)
    } catch {
      // Nothing was committed to the new file.
      InspectedStore.remove(store)
      throw error
    }
  }

  private func fill(
    _ store: URL, isDryRun: Bool, progress: @escaping TransferProgress
  ) throws -> TransferReport {
    let database = try StoreDatabase(store, isWritable: true)
    let importer = DocumentImporter(database, progress)
    do {
      try database.transaction(isDryRun: isDryRun) {
        try read(database, importer)
        try importer.end(author: author)
      }
    } catch let issue as ImportIssue {
      throw DocumentError(file: name, line: nil, column: nil, place: nil, reason: issue.reason)
    } catch let error as TextError {
      throw DocumentError(error)
    }
    return importer.report
  }
}

extension ByteReader {
  /// Creates a reader of the bytes of a file.
  ///
  /// - Throws: ``InspectionError/Code/fileFailure``.
  init(_ url: URL) throws {
    func failing<Result>(_ body: () throws -> Result) throws -> Result {
      try InspectionError.naming("\(url.path) cannot be read", body)
    }
    let handle = try failing { try FileHandle(forReadingFrom: url) }
    self.init(url.path) { try failing { try handle.read(upToCount: 1 << 16) } }
  }
}
