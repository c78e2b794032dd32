import ArgumentParser
import Foundation
import PerennialInspection
import ReadableText

struct AdoptCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Enter what other programs have written in the history of a store.",
    discussion: """
      Triggers note what programs without the library write to a synced store, and edits of presets in all \
      stores. A program of the store enters these changes when it next writes. This command does it at once: \
      programs with the store open receive the changes, and sync sends them. They are one transaction of the \
      history, by the author “other program”. Without changes, nothing is written.

      Rows that have the key of a preset without being one get keys of their own.

      EXAMPLES
        perennial adopt book.store --dry-run
        perennial adopt book.store --json | jq .entities
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Report the changes without entering them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    guard FileManager.default.fileExists(atPath: store.url.path) else {
      throw MissingFile(path: store.url.path)
    }
    let report = try StoreAdoption(of: store.url).run(isDryRun: dryRun)
    if json {
      return try Console.print(json: AdoptionSummary(report, store.url, isDryRun: dryRun))
    }
    let path = store.url.path
    if report.isEmpty { return Console.print("\(path) has nothing to adopt") }
    Console.print(dryRun ? "Would adopt changes of \(path):" : "Adopted changes of \(path):")
    for (entity, changes) in report.entities.sorted(by: { $0.key < $1.key }) {
      Console.print(
        "  \(entity): \(changes.inserted.grouped) inserted, \(changes.updated.grouped) updated, "
          + "\(changes.deleted.grouped) deleted")
    }
    if report.links > 0 { Console.print("  \(report.links.of("link")) changed") }
    if report.newKeys > 0 { Console.print("  \(report.newKeys.of("row")) with new keys") }
  }
}

/// An adoption, as JSON describes it.
private struct AdoptionSummary: Encodable {
  let store: String
  let dryRun: Bool
  let entities: [String: AdoptionReport.EntityChanges]
  let links: Int
  let newKeys: Int

  init(_ report: AdoptionReport, _ store: URL, isDryRun: Bool) {
    self.store = store.path
    dryRun = isDryRun
    entities = report.entities
    links = report.links
    newKeys = report.newKeys
  }
}
