import Foundation
import PerennialPresets
import SwiftData

/// Presets of the model with eight columns, by Perennial.
final class PerennialPresetItems {
  private let file: URL
  let values: [ItemValues]

  init(_ file: URL, _ values: [ItemValues]) {
    self.file = file
    self.values = values
  }

  /// - Parameter addition: What every count of the version is greater by.
  func catalog(_ version: Int, addition: Int = 0) -> PresetCatalog {
    let values = values
    return PresetCatalog("items", version: version) {
      Presets(id: \Item.name) {
        values.map { values in
          var values = values
          values.count += addition
          return Item(values)
        }
      }
      // An app whose presets make their identifiers leaves them to the user.
      .leavingToUser(\.id)
    }
  }

  func container() throws -> ModelContainer {
    try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: file))
  }

  func make(_ arePresets: Bool, _ stopwatch: Stopwatch) throws {
    let container = try container()
    let catalog = catalog(1)
    try stopwatch.time(PresetWorkloads.first, operations: values.count) {
      if arePresets {
        try container.usePresets([catalog])
      } else {
        let context = ModelContext(container)
        for values in values { context.insert(Item(values)) }
        try context.save()
      }
    }
    let context = ModelContext(container)
    for var values in values {
      values.name += " of the user"
      context.insert(Item(values))
    }
    try context.save()
  }

  func open(_ arePresets: Bool, _ stopwatch: Stopwatch) throws {
    let catalog = catalog(1)
    let opened = try stopwatch.time(PresetWorkloads.none, operations: 1) {
      let container = try container()
      if arePresets { try container.usePresets([catalog]) }
      return container
    }
    withExtendedLifetime(opened) {}
  }

  private func items(
    _ context: ModelContext, ofUser: Bool
  ) throws -> [Item] {
    try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)])).filter {
      $0.name.hasSuffix("user") == ofUser
    }
  }

  /// Returns a context for one step, after a checkpoint of the WAL that the step before has left.
  /// Otherwise SQLite would write the WAL to the file during some later save, and the time of that save
  /// would include it.
  private func context() throws -> ModelContext {
    try RawDatabase.checkpoint(file)
    return ModelContext(try container())
  }

  /// - Parameter ofUser: `true` to edit the objects of the user, `false` to edit the presets.
  func edit(ofUser: Bool, as step: String, _ stopwatch: Stopwatch) throws {
    let context = try context()
    let items = try items(context, ofUser: ofUser)
    try stopwatch.time(step, operations: items.count) {
      for item in items {
        item.rank = (item.rank ?? 0) + 1
        try context.save()
      }
    }
  }

  func editOthers(_ stopwatch: Stopwatch) throws {
    let context = try context()
    let items = Array(try items(context, ofUser: true).prefix(values.count / 2))
    try stopwatch.time(ItemSteps.update, operations: items.count) {
      for item in items { item.count += 1 }
      try context.save()
    }
  }

  func update(edited: Int, _ stopwatch: Stopwatch) throws {
    let container = try container()
    try container.usePresets([catalog(1)])
    let context = ModelContext(container)
    for item in try items(context, ofUser: false).prefix(edited) { item.count = -1 }
    try context.save()
    try RawDatabase.checkpoint(file)
    let catalog = catalog(2, addition: 1)
    _ = try stopwatch.time(PresetWorkloads.update, operations: values.count) {
      try container.usePresets([catalog])
    }
  }

  func reset(_ stopwatch: Stopwatch) throws {
    let container = try container()
    try container.usePresets([catalog(1)])
    try RawDatabase.checkpoint(file)
    _ = try stopwatch.time(PresetWorkloads.reset, operations: values.count) {
      try container.presets.reset(.everything)
    }
    for backup in container.automaticBackups {
      try FileManager.default.removeItem(at: backup.url)
    }
  }
}
