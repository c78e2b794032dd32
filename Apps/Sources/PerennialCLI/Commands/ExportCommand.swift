import ArgumentParser
import Foundation
import PerennialInspection

struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the contents of a store as JSON or CSV.",
    discussion: """
      Writes the whole store with its schema. The export is exact: a store that is imported from it exports \
      the same bytes again. The document includes values of external storage, but not the history.

      JSON is written to standard output or to a file, CSV to a folder.

      EXAMPLES
        perennial export book.store > book.json
        perennial export book.store book.json
        perennial export book.store tables --format csv
      """)

  @OptionGroup var store: StoreArgument

  @Argument(
    help: "The file or folder to write; standard output without it.", completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("json or csv.", valueName: "format"))
  var format: DocumentFormat = .json

  @Flag(help: "Replace an existing file or folder.")
  var force = false

  @Flag(help: "Read the whole store, but write nothing.")
  var dryRun = false

  @Flag(help: "Print a report as JSON.")
  var json = false

  func validate() throws {
    if dryRun { return }
    guard output == nil || output == "-" else { return }
    if format == .csv { throw ValidationError("CSV is written to a folder. Give its path.") }
    if json || force {
      throw ValidationError("--json and --force are for a file. Give its path.")
    }
  }

  func perform() throws {
    let store = try store.open()
    let bar = ProgressBar("Exporting")
    defer { bar.end() }
    if dryRun {
      let report = try store.exportJSON(progress: bar.update) { _ in }
      bar.end()
      return try tell(report, store, "Would export")
    }
    guard let output, output != "-" else {
      try store.exportJSON(progress: bar.update) {
        try FileHandle.standardOutput.write(contentsOf: $0)
      }
      return
    }
    let report = try store.export(
      to: URL(fileURLWithPath: output), as: format, isReplacing: force, progress: bar.update)
    bar.end()
    try tell(report, store, "Exported to \(output)")
  }

  private func tell(_ report: TransferReport, _ store: InspectedStore, _ title: String) throws {
    let summary = TransferSummary(
      report, store.url, output.map { URL(fileURLWithPath: $0).path } ?? "-", format,
      dryRun: dryRun)
    try summary.show(as: title, json: json)
  }
}
