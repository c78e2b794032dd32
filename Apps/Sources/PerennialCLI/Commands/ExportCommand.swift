import ArgumentParser
import Foundation
import PerennialInspection
import ReadableText

struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the contents of a store as JSON, CSV or SQLite.",
    discussion: """
      Writes the whole store with its schema. JSON and CSV are exact: a store that is imported from them \
      exports the same bytes again. They include values of external storage, but not the history.

      JSON is written to standard output or to a file, CSV to a folder.

      With --format sqlite, an SQLite file is written for programs that read tables: dates, UUIDs and decimal \
      numbers are texts, the members of a collection have their places, and beside each reference is the name \
      of the object. It cannot be imported.

      A program that has foreign keys off can leave links to objects that do not exist. They are exported too, \
      but reported on standard error, and the command ends with status 1, because an import refuses the \
      document. perennial verify lists them.

      EXAMPLES
        perennial export book.store > book.json
        perennial export book.store book.json
        perennial export book.store tables --format csv
        perennial export book.store book.db --format sqlite
        perennial export book.store book.json --force --omit-dangling-links
      """)

  @OptionGroup var store: StoreArgument

  @Argument(
    help: "The file or folder to write; standard output without it.", completion: .file())
  var output: String?

  /// The form of the contents.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv, sqlite
  }

  @Option(help: ArgumentHelp("json, csv or sqlite.", valueName: "format"))
  var format = Format.json

  @Flag(help: "Replace an existing file or folder.")
  var force = false

  @Flag(help: "Leave out links to objects that do not exist.")
  var omitDanglingLinks = false

  @Flag(help: "Read the whole store, but write nothing.")
  var dryRun = false

  @Flag(help: "Print a report as JSON.")
  var json = false

  func validate() throws {
    if dryRun { return }
    guard output == nil || output == "-" else { return }
    if format == .csv { throw ValidationError("CSV is written to a folder. Give its path.") }
    if format == .sqlite {
      throw ValidationError("A database is written to a file. Give its path.")
    }
    if json || force {
      throw ValidationError("--json and --force are for a file. Give its path.")
    }
  }

  func perform() throws {
    let store = try store.open()
    let bar = ProgressBar("Exporting")
    defer { bar.end() }
    let report: TransferReport
    if dryRun {
      report = try store.exportJSON(
        omitsDanglingLinks: omitDanglingLinks, progress: bar.update
      ) { _ in }
      bar.end()
      try tell(report, of: store, as: "Would export")
    } else if let output, output != "-" {
      let url = URL(fileURLWithPath: output)
      if !force, FileManager.default.fileExists(atPath: url.path) {
        throw ExistingItem(path: url.path, remedy: "Use --force to replace it")
      }
      report = try export(store, to: url, bar)
      bar.end()
      try tell(report, of: store, as: "Exported to \(output)")
    } else {
      report = try store.exportJSON(
        omitsDanglingLinks: omitDanglingLinks, progress: bar.update
      ) {
        try FileHandle.standardOutput.write(contentsOf: $0)
      }
      bar.end()
    }
    if !report.danglingLinks.isEmpty { try tellDanglingLinks(of: report) }
  }

  private func export(
    _ store: InspectedStore, to url: URL, _ bar: ProgressBar
  ) throws -> TransferReport {
    let document: DocumentFormat
    switch format {
    case .json: document = .json
    case .csv: document = .csv
    case .sqlite:
      return try store.exportDatabase(
        to: url, isReplacing: force, omitsDanglingLinks: omitDanglingLinks, progress: bar.update)
    }
    return try store.export(
      to: url, as: document, isReplacing: force, omitsDanglingLinks: omitDanglingLinks,
      progress: bar.update)
  }

  /// Reports the dangling links on standard error, because standard output can be the document.
  ///
  /// - Throws: The status ``ExitStatus/found``, unless the links were left out.
  private func tellDanglingLinks(of report: TransferReport) throws {
    let count = report.danglingLinkCount.of("link")
    let list = report.danglingLinks.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
    if omitDanglingLinks {
      let title = dryRun ? "Would leave out" : "Left out"
      return Console.complain("perennial: \(title) \(count) to objects that do not exist: \(list)")
    }
    let what = format == .sqlite ? "database" : "document"
    let end = format == .sqlite ? "" : ", so an import refuses it"
    Console.complain(
      """
      perennial: The \(what) has \(count) to objects that do not exist (\(list))\(end). To leave such links out, \
      use --omit-dangling-links. To list them, use perennial verify.
      """)
    throw ExitStatus.found.code
  }

  private func tell(_ report: TransferReport, of store: InspectedStore, as title: String) throws {
    var summary = TransferSummary(
      report, store: store.url, document: output.map { URL(fileURLWithPath: $0).path } ?? "-",
      format: format.rawValue, dryRun: dryRun)
    summary.danglingLinks = report.danglingLinks
    try summary.show(as: title, json: json)
  }
}
