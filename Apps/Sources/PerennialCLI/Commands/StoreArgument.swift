public import ArgumentParser
import Foundation
import PerennialAppleStores
public import PerennialInspection
import ReadableText

/// A store that is to be read.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The file of the store.", completion: .file(extensions: ["store"]))
  var store: String

  var url: URL { URL(fileURLWithPath: store) }

  func validate() throws { try Self.checkPath(store) }

  /// - Throws: `ValidationError` for a URL.
  static func checkPath(_ store: String) throws {
    guard store.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\//#) != nil else { return }
    throw ValidationError("\(store) is a URL. A store is a file on this computer: give its path.")
  }

  func open() throws -> InspectedStore {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw MissingFile(path: url.path)
    }
    guard !AppleStore.isAppleStore(url) else { throw ForeignStore(path: url.path) }
    return try InspectedStore(url)
  }
}

/// The error for a store of another framework.
struct ForeignStore: CommandError {
  let exitStatus = ExitStatus.damaged
  let path: String
  var description: String {
    """
    \(path) is a store of Apple's SwiftData or Core Data. This command needs a store of Perennial: perennial import \
    makes one of it
    """
  }
}

extension DocumentFormat: @retroactive ExpressibleByArgument {}

/// The summary of an export or an import, for people or as JSON.
struct TransferSummary: Encodable {
  let store: String
  let document: String
  let format: String
  let dryRun: Bool
  let objects: [String: Int]
  let links: [String: Int]
  /// The numbers of links to objects that do not exist, by relationship. Nil for an import, which refuses them.
  var danglingLinks: [String: Int]?
  /// The parts of a file of SwiftData or Core Data that were imported otherwise than they are; nil for other imports.
  var source: AppleDocumentReport?

  init(
    _ report: TransferReport, store: URL, document: String, format: String, dryRun: Bool
  ) {
    self.store = store.path
    self.document = document
    self.format = format
    self.dryRun = dryRun
    objects = report.objects
    links = report.links
  }

  func show(as title: String, json: Bool) throws {
    if json { return try Console.print(json: self) }
    let (objectCount, linkCount) = (
      objects.values.reduce(0, +), links.values.reduce(0, +)
    )
    Console.print("\(title): \(objectCount.of("object")), \(linkCount.of("link"))")
    var columns = Columns([.left, .right], indent: "  ")
    for (name, count) in objects.sorted(by: { $0.key < $1.key }) {
      columns.add(name, count.grouped)
    }
    for (name, count) in links.sorted(by: { $0.key < $1.key }) { columns.add(name, count.grouped) }
    for line in columns.text + (source.map(Self.lines) ?? []) { Console.print(line) }
  }

  /// Returns a line for each part of a file that was imported otherwise than it is.
  private static func lines(of report: AppleDocumentReport) -> [String] {
    var lines = report.remarks
    for (name, count) in report.changedValues.sorted(by: { $0.key < $1.key }) {
      let reason = report.reasons[name].map { " (\($0))" } ?? ""
      lines.append("\(name): \(count.of("value")) became nil or the default\(reason)")
    }
    for (name, count) in report.danglingReferences.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name): \(count.of("reference")) to or of objects that do not exist")
    }
    for (table, count) in report.unknownRows.sorted(by: { $0.key < $1.key }) {
      lines.append("\(table): \(count.of("row")) of no entity or relationship of the model")
    }
    return lines.isEmpty ? [] : ["Not as in the file:"] + lines.map { "  \($0)" }
  }
}
