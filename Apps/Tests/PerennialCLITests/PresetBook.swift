import CookbookModel
import Foundation
import PerennialPresets
import SwiftData

/// A store with the models of Cookbook and a catalog of presets, of which one was edited and another one
/// deleted.
enum PresetBook {
  static let tags = ["quick": "Quick", "soup": "Soup", "sweet": "Sweet"]

  static func catalog(version: Int, _ tags: [String: String] = tags) -> PresetCatalog {
    PresetCatalog("basics", version: version) {
      Presets(id: { Self.id(of: $0, tags) }) {
        tags.sorted { $0.key < $1.key }.map { Tag(name: $0.value, color: .teal) }
      }
    }
  }

  private static func id(of tag: Tag, _ tags: [String: String]) -> String? {
    tags.first { $0.value == tag.name }?.key
  }

  static func container(
    at url: URL, _ catalog: PresetCatalog = catalog(version: 1)
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CookbookSchema.self),
      configurations: [ModelConfiguration(url: url)], presets: [catalog])
  }

  static func make(at url: URL) throws {
    let context = ModelContext(try container(at: url))
    context.author = "cook"
    let tags = try context.fetch(FetchDescriptor<Tag>())
    tags.first { $0.name == "Quick" }?.name = "Fast"
    if let sweet = tags.first(where: { $0.name == "Sweet" }) { context.delete(sweet) }
    context.insert(Tag(name: "Mine", color: .tomato))
    try context.save()
  }
}
