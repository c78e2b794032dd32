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
    try ReportSummary(report, isRehearsal: true).show(
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

  @Flag(help: "Make no backup.")
  var noBackup = false

  @Flag(help: "Tell what would be changed, and change nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let library = try arguments.library()
    let path = arguments.store.url.path
    let preview = try library.apply(isDryRun: true)
    if dryRun {
      return try ReportSummary(preview, isRehearsal: true)
        .show(as: "Would apply to \(path)", json: json)
    }
    if !preview.retired.isEmpty {
      try arguments.checkDeletions(of: preview.retired.map(\.entityName))
      try confirmation.ask(
        "\(preview.retired.count.of("preset")) that the catalog has no more will go from \(path).")
    }
    let keepsBackup = !noBackup && !preview.isEmpty
    let backup = try TrackedWork.run("Backing up") {
      keepsBackup ? try library.container.backUpAutomatically() : nil
    }
    var report = try TrackedWork.run("Applying") { try library.apply() }
    report.backup = backup
    try ReportSummary(report).show(as: "Applied to \(path)", json: json)
    if !json { backup?.showWayBack(to: arguments.store.url) }
  }
}
