import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

struct PresetsDiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what catalogs would change.",
    discussion: """
      Nothing is changed. Ends with status 1 if there is something to change.

      EXAMPLES
        perennial presets diff book.store --catalog cookbook.json
      """)

  @OptionGroup var arguments: CatalogArguments

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let report = try arguments.library().apply(isDryRun: true)
    try ReportSummary(report, dryRun: true).show(
      as: "Would apply to \(arguments.store.url.path)", json: json)
    if !report.isEmpty { throw ExitStatus.found.code }
  }
}

struct PresetsApplyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Bring a store to what catalogs say.",
    discussion: """
      New presets are inserted; fields that nobody has written follow. What people have written or deleted \
      stays so. Presets that the catalog has no more go, unless somebody has edited them or something refers to \
      them; if any do, it is asked before. First a backup is made, if there is something to change.

      EXAMPLES
        perennial presets apply book.store --catalog cookbook.json
        perennial presets apply book.store --catalog cookbook.json --dry-run
      """)

  @OptionGroup var arguments: CatalogArguments

  @OptionGroup var change: ChangeArguments

  func perform() throws {
    let (library, store) = (try arguments.library(), arguments.store)
    try change.perform(
      PresetChange(
        titles: ("Would apply to", "Applied to"),
        rehearse: { try library.apply(isDryRun: true) },
        question: { preview in
          if preview.retired.isEmpty { return nil }
          try store.checkDeletions(of: preview.retired.map(\.entityName))
          return """
            \(preview.retired.count.of("preset")) that the catalog has no more will go from \(store.url.path).
            """
        },
        carryOut: { preview, keepsBackup in
          let backup = try TrackedWork.run("Backing up") {
            keepsBackup && !preview.isEmpty
              ? try library.container.backUpAutomatically(undoing: "presets apply") : nil
          }
          var report = try TrackedWork.run("Applying") { try library.apply() }
          report.backup = backup
          return report
        }
      ), in: store)
  }
}
