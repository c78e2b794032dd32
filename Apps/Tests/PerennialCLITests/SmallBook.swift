import CookbookModel
import Foundation
import SwiftData

/// A store that is made with Cookbook's models, and has the same objects each time.
enum SmallBook {
  static func make(at url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: CookbookSchema.self),
      configurations: [ModelConfiguration(url: url)])
    let context = ModelContext(container)
    context.author = "cook"
    let soup = Tag(name: "Soup", color: .tomato)
    let quick = Tag(name: "Quick", color: .teal)
    context.insert(soup)
    context.insert(quick)
    let first = recipe(1, "Minestrone", minutes: 45)
    let second = recipe(2, "Crème brûlée, “the classic”", minutes: 90)
    context.insert(first)
    context.insert(second)
    first.tags = [quick, soup]
    first.ingredients = [
      Ingredient(name: "beans", quantity: 250, unit: "g", position: 0),
      Ingredient(name: "salt", position: 1),
    ]
    first.log = [
      CookingLogEntry(
        uid: uid(9), date: Date(timeIntervalSinceReferenceDate: 700_000_000.25),
        note: "Too salty,\nbut good", rating: 4)
    ]
    second.tags = [quick]
    context.insert(
      CookbookState(seededVersion: 1, seededAt: Date(timeIntervalSinceReferenceDate: 0)))
    try context.save()
  }

  private static func uid(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }

  private static func recipe(_ number: UInt8, _ title: String, minutes: Int) -> Recipe {
    let recipe = Recipe(
      uid: uid(number), title: title, cuisine: "Italian", minutes: minutes, difficulty: .medium,
      instructions: ["Chop.", "Cook \(minutes) minutes."],
      createdAt: Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number)),
      presetKey: "preset-\(number)")
    recipe.averageRating = number == 1 ? 4 : 0
    return recipe
  }
}
