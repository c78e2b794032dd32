import ArgumentParser
import Foundation
import PerennialAppleStores
import PerennialInspection
import ReadableText

struct ImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Create a store from a document, or fill an empty store.",
    discussion: """
      Reads a document of export, or another document of the same form. If the store does not exist, it is \
      created with the document's schema. An existing store must have the same schema and no objects. If the \
      import fails, nothing is changed. Programs with the store open receive the changes.

      The document can be a file of Apple's SwiftData or Core Data. Its own model becomes the schema, with the \
      names and types of perennial model, and its objects get new keys. A value that its property cannot have \
      becomes nil or the default, and is reported. Nothing is written to the file.

      EXAMPLES
        perennial import book.json new.store
        perennial import tables new.store
        perennial export old.store | perennial import - new.store
        perennial import library.sqlite new.store --dry-run
      """)

  @Argument(
    help: """
      A JSON file, a CSV folder, a file of SwiftData or Core Data, or - for JSON from standard input.
      """,
    completion: .file())
  var document: String

  @Argument(help: "The file of the store.", completion: .file(extensions: ["store"]))
  var store: String

  @Option(
    help: ArgumentHelp("json or csv. By default, a folder is csv.", valueName: "format"))
  var format: DocumentFormat?

  @Flag(help: "Import everything, and roll it back.")
  var dryRun = false

  @Flag(help: "Print a report as JSON.")
  var json = false

  func validate() throws {
    try StoreArgument.checkPath(store)
    if document == "-", format == .csv {
      throw ValidationError("CSV is read from a folder, not from standard input.")
    }
  }

  func perform() throws {
    let target = URL(fileURLWithPath: store)
    guard !AppleStore.isAppleStore(target) else {
      throw ExistingItem(
        path: target.path,
        remedy:
          "The target is a store of Apple's SwiftData or Core Data. Give the path of a new store")
    }
    let file = URL(fileURLWithPath: document)
    if document != "-", Self.isDatabase(file) { return try importAppleStore(file, into: target) }
    let (prepared, format) = try reading(into: target)
    var reading = prepared
    reading.author = "perennial import"
    let bar = ProgressBar("Importing")
    defer { bar.end() }
    let report = try reading.run(isDryRun: dryRun, progress: bar.update)
    bar.end()
    let source = document == "-" ? "-" : URL(fileURLWithPath: document).path
    let summary = TransferSummary(
      report, store: target, document: source, format: format.rawValue, dryRun: dryRun)
    try summary.show(as: dryRun ? "Would import" : "Imported to \(store)", json: json)
  }

  private func reading(into target: URL) throws -> (StoreImport, DocumentFormat) {
    if document == "-" {
      let reading = StoreImport(ofJSONFrom: "standard input", into: target) {
        try FileHandle.standardInput.read(upToCount: 1 << 16)
      }
      return (reading, .json)
    }
    let url = URL(fileURLWithPath: document)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw MissingFile(path: url.path)
    }
    let format = format ?? (isFolder.boolValue ? .csv : .json)
    return (StoreImport(of: url, as: format, into: target), format)
  }

  /// Returns `true` if a file begins as a SQLite database does. A damaged store of SwiftData or Core Data does, too.
  private static func isDatabase(_ file: URL) -> Bool {
    let path = file.resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    // A pipe can be read once.
    guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }

  /// Imports a file of SwiftData or Core Data: writes it as a document in the temporary directory, and imports that.
  private func importAppleStore(_ source: URL, into target: URL) throws {
    guard format == nil else { throw UnusedFormat(path: source.path) }
    let apple: AppleStore
    do {
      apple = try AppleStore(contentsOf: source)
    } catch let error as AppleStoreError where error.code == .perennialStore {
      throw StoreAsDocument(path: source.path)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-import-\(UUID().uuidString)", isDirectory: true)
    // Without access for other users: the file may not be readable for all users.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("document.json")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let bar = ProgressBar("Reading")
    defer { bar.end() }
    let found = try apple.writeDocument {
      bar.update($0, $1)
    } to: {
      try handle.write(contentsOf: $0)
    }
    bar.end()
    var reading = StoreImport(of: file, as: .json, into: target)
    reading.author = "perennial import"
    let second = ProgressBar("Importing")
    defer { second.end() }
    let report = try reading.run(isDryRun: dryRun, progress: second.update)
    second.end()
    var summary = TransferSummary(
      report, store: target, document: source.path, format: "apple", dryRun: dryRun)
    summary.source = found
    try summary.show(as: dryRun ? "Would import" : "Imported to \(store)", json: json)
  }
}

/// The error for a format of a file that has its own.
struct UnusedFormat: CommandError {
  let exitStatus = ExitStatus.misused
  let path: String
  var description: String {
    "\(path) is a database, and not a document. Leave out --format"
  }
}

/// The error for a store of Perennial in the place of a document.
struct StoreAsDocument: CommandError {
  let exitStatus = ExitStatus.damaged
  let path: String
  var description: String {
    "\(path) is a store of Perennial, and not a document. Import what perennial export makes of it"
  }
}
