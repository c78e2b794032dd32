import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

/// What a change of presets has done, or would do.
protocol ChangeReport {
  var backup: Backup? { get }
  func show(as title: String, dryRun: Bool, json: Bool) throws
}

/// A change of a store's presets that somebody may come to regret.
struct PresetChange<Report: ChangeReport> {
  /// What stands before the path of the store: if it is only told, and when it was done.
  let titles: (rehearsal: String, done: String)
  /// Tells what would be done.
  let rehearse: () throws -> Report
  /// What is asked before it is done; nil if nothing is lost by it.
  let question: (_ preview: Report) throws -> String?
  let carryOut: (_ preview: Report, _ keepsBackup: Bool) throws -> Report
}

/// How a command makes a change that somebody may come to regret.
struct ChangeArguments: ParsableArguments {
  @Flag(help: "Make no backup: then there is no way back.")
  var noBackup = false

  @Flag(help: "Tell what would be changed, and change nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  /// Tells the change beforehand, asks, makes it, and tells it with the way back.
  func perform<Report>(_ change: PresetChange<Report>, in store: StoreArgument) throws {
    let path = store.url.path
    let preview = try change.rehearse()
    if dryRun {
      return try preview.show(
        as: "\(change.titles.rehearsal) \(path)", dryRun: true, json: json)
    }
    if let question = try change.question(preview) { try confirmation.ask(question) }
    let report = try change.carryOut(preview, !noBackup)
    try report.show(as: "\(change.titles.done) \(path)", dryRun: false, json: json)
    if !json { report.backup?.showWayBack(to: store.url) }
  }
}

extension PresetReport: ChangeReport {
  func show(as title: String, dryRun: Bool, json: Bool) throws {
    try ReportSummary(self, dryRun: dryRun).show(as: title, json: json)
  }
}
