import Foundation
import PerennialPresets
import SwiftData

extension PerennialPresetItems {
  /// Writes the presets to a catalog file.
  func write(to file: URL) throws {
    let presets = values.map { values in
      """
      {"$id": "\(values.name)", "id": "\(values.id)", "count": \(values.count), \
      "weight": \(values.weight), "name": "\(values.name)", "note": "\(values.note)", \
      "date": "\(values.date.formatted(.iso8601))", "isDone": \(values.isDone), \
      "rank": \(values.rank.map { "\($0)" } ?? "null")}
      """
    }
    let text = """
      {"catalog": "items", "version": 1, "presets": {"Item": [
      \(presets.joined(separator: ",\n"))
      ]}}
      """
    try Data(text.utf8).write(to: file)
  }

  func openFile(_ file: URL, _ stopwatch: Stopwatch) throws {
    for step in [PresetWorkloads.first, PresetWorkloads.none] {
      let opened = try stopwatch.time(step, operations: operations(step)) {
        let container = try container()
        try container.usePresets([try PresetCatalog(contentsOf: file, for: Item.self)])
        return container
      }
      withExtendedLifetime(opened) {}
    }
  }

  func openArray(_ stopwatch: Stopwatch) throws {
    for step in [PresetWorkloads.first, PresetWorkloads.none] {
      let opened = try stopwatch.time(step, operations: operations(step)) {
        let container = try container()
        try container.usePresets([catalog(1)])
        return container
      }
      withExtendedLifetime(opened) {}
    }
  }

  private func operations(_ step: String) -> Int {
    step == PresetWorkloads.first ? values.count : 1
  }
}
