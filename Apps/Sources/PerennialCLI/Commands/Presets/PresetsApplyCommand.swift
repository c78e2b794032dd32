import ArgumentParser
import Foundation
import Perennial
import PerennialPresets
import ReadableText

struct PresetsDiffCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes that catalogs would make.",
    discussion: """
      The store is not changed. Ends with status 1 if the catalogs would change it.

      EXAMPLES
        perennial presets diff book.store --catalog cookbook.json
      """)

  @OptionGroup var arguments: CatalogArguments

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let report = try arguments.library().apply(isDryRun: true)
    let dates = try DateAttributes(of: arguments.store.open())
    try ReportSummary(report, dryRun: true, dates: dates).show(
      as: "Would apply to \(arguments.store.url.path)", json: json)
    if !report.isEmpty { throw ExitStatus.found.code }
  }
}

struct PresetsApplyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply catalogs to a store.",
    discussion: """
      New presets are inserted, and unedited fields are updated. Edited fields and deleted presets stay. A \
      preset that the catalog no longer has is deleted, unless it is edited or an object references it. The \
      command asks before it deletes such presets. A backup is made first if the catalogs change the store.

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
        dryRun: { try library.apply(isDryRun: true) },
        question: { preview in
          if preview.retired.isEmpty { return nil }
          try store.checkDeletions(of: preview.retired.map(\.entityName))
          return """
            \(preview.retired.count.of("preset")) that the catalog no longer has will be deleted from \(store.url.path).
            """
        },
        perform: { preview, keepsBackup in
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
