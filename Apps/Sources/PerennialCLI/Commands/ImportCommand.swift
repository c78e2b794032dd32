import ArgumentParser
import Foundation
import PerennialInspection

struct ImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Create a store from a document, or fill an empty store.",
    discussion: """
      Reads a document of export, or another document of the same form. If the store does not exist, it is \
      created with the document's schema. An existing store must have the same schema and no objects. If the \
      import fails, nothing is changed. Programs with the store open receive the changes.

      EXAMPLES
        perennial import book.json new.store
        perennial import tables new.store
        perennial export old.store | perennial import - new.store
      """)

  @Argument(
    help: "A JSON file, a CSV folder, or - for JSON from standard input.",
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
}
