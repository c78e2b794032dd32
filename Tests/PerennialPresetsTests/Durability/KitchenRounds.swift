import Foundation
import PerennialPresets
import SwiftData

/// The steps that change a kitchen. Its contents after each step are known.
enum KitchenRounds {
  static let count = 27

  /// A catalog whose every version changes each dish, has one less, and connects them otherwise.
  static func catalog(_ version: Int) -> PresetCatalog {
    PresetCatalog("rounds", version: version) {
      Presets(TagPreset.self)
      Presets(id: \.slug) { dishes(version) }
      PresetParts(\Dish.parts, id: \.name)
    }
  }

  private static func dishes(_ version: Int) -> [Dish] {
    (0..<12).filter { $0 != version % 3 + 6 }.map { number in
      Dish(
        "d\(number)", "Dish \(number), version \(version)", minutes: number * version,
        parts: (0...(number + version) % 3).map { DishPart("part \($0)", "\(version)") },
        tags: TagPreset.allCases.enumerated().filter { ($0.offset + version + number) % 2 == 0 }
          .map { $0.element.makeModel() })
    }
  }

  /// Each step is one transaction.
  static func perform(_ step: Int, in container: ModelContainer) throws {
    let version = step / 9 + 1
    let context = ModelContext(container)
    let catalog = catalog(version)
    switch step % 9 {
    case 0: try container.usePresets([catalog])
    case 1:
      let dish = try context.dish("d3")
      dish?.title = "Edited in step \(step)"
      dish?.tags = []
      try context.save()
    case 2:
      if let dish = try context.dish("d5") { context.delete(dish) }
      if let tag = try context.tag("vegan") { context.delete(tag) }
      try context.save()
    case 3:
      context.insert(
        Dish("own \(step)", "Own", tags: [try context.tag("quick")].compactMap(\.self)))
      try context.save()
    case 4:
      try container.usePresets([catalog])
      try container.presets.restore()
    case 5:
      try container.usePresets([catalog])
      try container.presets.reset(.presets, backup: .none)
    case 6:
      try container.usePresets([catalog])
      try container.presets.reset(.everything, backup: .automatic(.newest(1)))
    case 7:
      // An older version of the app, which knows no presets, makes them once more.
      context.insert(
        Dish(
          "d1", "Copied in step \(step)", parts: [DishPart("part 0", "\(step)")],
          tags: [DishTag(presetID: "quick", name: "Quick"), DishTag(name: "Own")]))
      context.insert(Dish("d4", "Copied too"))
      try context.save()
    default:
      try container.usePresets([catalog])
      try container.presets.mergeDuplicates(
        [
          .ofPresets { (dish: Dish) in dish.slug }, .ofPresets { (tag: DishTag) in tag.presetID },
          .ofPresets { (part: DishPart) in part.dish?.slug.map { "\($0)/\(part.name)" } },
        ], backup: .none)
    }
  }

  /// Returns the contents of a container, as text.
  static func portrait(of container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    let dishes = try context.fetch(FetchDescriptor<Dish>()).map { dish in
      """
      \(dish.slug ?? "-"): \(dish.title), \(dish.minutes), \
      \(dish.parts.map { "\($0.name) \($0.amount)" }.sorted()), \
      \(dish.tags.map(\.name).sorted()), \(try dish.presetState().editedFields)
      """
    }
    let parts = try context.fetch(FetchDescriptor<DishPart>()).map {
      "\($0.dish?.slug ?? "-")/\($0.name)"
    }
    let tags = try context.fetch(FetchDescriptor<DishTag>()).map(\.name)
    let deleted = try KitchenRounds.deleted(container)
    return dishes.sorted() + parts.sorted() + tags.sorted() + deleted
  }

  private static func deleted(_ container: ModelContainer) throws -> [String] {
    try [Dish.self, DishTag.self, DishPart.self].flatMap { (type: any PersistentModel.Type) in
      try container.presets.deletedPresets(of: type).map { "deleted \($0)" }
    }
  }
}
