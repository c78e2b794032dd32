import Foundation
import Perennial
import PerennialPresets

/// The report of a change of presets, made or previewed.
protocol ChangeReport {
  var backup: Backup? { get }
  func show(as title: String, dryRun: Bool, json: Bool, dates: DateAttributes) throws
}

extension PresetReport: ChangeReport {
  func show(as title: String, dryRun: Bool, json: Bool, dates: DateAttributes) throws {
    try ReportSummary(self, dryRun: dryRun, dates: dates).show(as: title, json: json)
  }
}
