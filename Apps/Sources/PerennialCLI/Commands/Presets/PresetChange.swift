import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

/// A change of a store's presets that a user may regret.
struct PresetChange<Report: ChangeReport> {
  /// The words before the path of the store: for a dry run, and for a change that was made.
  let titles: (dryRun: String, done: String)
  /// Returns the report of a dry run.
  let dryRun: () throws -> Report
  /// Returns the question to ask before the change, or nil if the change loses nothing.
  let question: (_ preview: Report) throws -> String?
  /// Makes the change, and returns its report.
  let perform: (_ preview: Report, _ keepsBackup: Bool) throws -> Report
}

/// The arguments of a command that makes a change that a user may regret.
struct ChangeArguments: ParsableArguments {
  @Flag(help: "Skip the backup. The command cannot be undone then.")
  var noBackup = false

  @Flag(help: "Report the changes without making them.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  /// Previews the change, asks for confirmation, makes the change, and prints its report and how to undo it.
  func perform<Report>(_ change: PresetChange<Report>, in store: StoreArgument) throws {
    let path = store.url.path
    let dates = try DateAttributes(of: store.open())
    let preview = try change.dryRun()
    if dryRun {
      return try preview.show(
        as: "\(change.titles.dryRun) \(path)", dryRun: true, json: json, dates: dates)
    }
    if let question = try change.question(preview) { try confirmation.ask(question) }
    let report = try change.perform(preview, !noBackup)
    try report.show(
      as: "\(change.titles.done) \(path)", dryRun: false, json: json, dates: dates)
    if !json { report.backup?.showWayBack(to: store.url) }
  }
}
