import Foundation
import PerennialPresets
import SwiftData

/// The workloads on presets.
extension CountedWorkload {
  static var presets: [CountedWorkload] {
    [
      CountedWorkload("presets-first", "save the first 2,000 presets of a catalog") { file in
        let values = ItemValues.make(2_000)
        let container = try ModelContainer(for: Item.self, at: file)
        return { try container.usePresets([catalog(1, of: values)]) }
      },
      CountedWorkload(
        "presets-version", "a new version of 2,000 presets, which changes each; 100 were edited"
      ) { file in
        let values = ItemValues.make(2_000)
        let container = try presetContainer(file, with: values)
        let context = ModelContext(container)
        for item in try context.fetch(FetchDescriptor<Item>()).prefix(100) { item.count = -1 }
        try context.save()
        let newValues = values.map { values in
          var values = values
          values.count += 1
          return values
        }
        return { try container.usePresets([catalog(2, of: newValues)]) }
      },
      CountedWorkload("presets-nothing", "open a store of 2,000 presets again, 20 times") { file in
        let values = ItemValues.make(2_000)
        _ = try presetContainer(file, with: values)
        return {
          for _ in 0..<20 {
            try ModelContainer(for: Item.self, at: file).usePresets([catalog(1, of: values)])
          }
        }
      },
      CountedWorkload("presets-reset", "reset 2,000 presets, with a backup") { file in
        let container = try presetContainer(file, with: ItemValues.make(2_000))
        return { _ = try container.presets.reset(.everything) }
      },
    ]
  }

  private static func catalog(_ version: Int, of values: [ItemValues]) -> PresetCatalog {
    PresetCatalog("items", version: version) {
      Presets(id: \Item.name) { values.map(Item.init) }.leavingToUser(\.id)
    }
  }

  /// Makes a store of presets, and opens it again.
  private static func presetContainer(_ file: URL, with values: [ItemValues]) throws
    -> ModelContainer
  {
    try ModelContainer(for: Item.self, at: file).usePresets([catalog(1, of: values)])
    let container = try ModelContainer(for: Item.self, at: file)
    try container.usePresets([catalog(1, of: values)])
    return container
  }
}
