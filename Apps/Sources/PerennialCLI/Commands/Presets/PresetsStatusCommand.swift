import ArgumentParser
import Foundation
import Perennial
import PerennialInspection
import PerennialPresets
import ReadableText

struct PresetsStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the catalogs of a store and the states of their presets.",
    discussion: """
      With --catalog, also shows the changes that a catalog would make. The store is not changed.

      EXAMPLES
        perennial presets status book.store
        perennial presets status book.store --catalog cookbook.json
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp(
      "The file of a catalog. Can be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var catalog: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let inspected = try store.open()
    let summary = try inspected.summary()
    let presets = try inspected.presets()
    var status = PresetStatus(summary.catalogs ?? [], presets)
    if !catalog.isEmpty {
      let library = try store.presetLibrary(catalogs: catalog)
      status.pending = ReportSummary(
        try library.apply(isDryRun: true), dryRun: true, dates: try DateAttributes(of: inspected))
    }
    if json { return try Console.print(json: status) }
    status.lines.forEach(Console.print)
  }
}

/// The catalogs of a store, and how many presets are in which state.
struct PresetStatus: Encodable {
  struct Catalog: Encodable {
    let name: String
    let version: Int?
    let applied: Date
    let pristine: Int
    let edited: Int
    let deleted: Int
  }

  let catalogs: [Catalog]
  /// The changes that given catalogs would make.
  var pending: ReportSummary?

  init(_ catalogs: [CatalogSummary], _ presets: [InspectedPreset]) {
    self.catalogs = catalogs.map { catalog in
      let own = presets.filter { $0.catalog == catalog.name }
      func count(_ state: InspectedPreset.State) -> Int { own.count { $0.state == state } }
      return Catalog(
        name: catalog.name, version: catalog.version, applied: catalog.applied,
        pristine: count(.pristine), edited: count(.edited), deleted: count(.deleted))
    }
  }

  var lines: [String] {
    var lines: [String] = []
    if catalogs.isEmpty {
      lines.append("No catalog was applied.")
    } else {
      var columns = Columns([.left, .right, .right, .right, .right, .left])
      columns.add("Catalog", "Version", "Pristine", "Edited", "Deleted", "Applied")
      for catalog in catalogs {
        columns.add(
          catalog.name, catalog.version.map(String.init) ?? "-", catalog.pristine.grouped,
          catalog.edited.grouped, catalog.deleted.grouped, catalog.applied.formatted(.iso8601))
      }
      lines += columns.text
    }
    if let pending { lines += ["", "To apply: \(pending.summary)"] }
    return lines
  }
}
