import CookbookModel
import Foundation
import SwiftData
import Testing

@Suite("Books of before presets", .timeLimit(.minutes(1)))
struct EarlierBookTests {
  /// Makes a book as the app made it when it put its recipes in by itself.
  private func make(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let container = try ModelContainer(
      for: Schema(versionedSchema: CookbookSchema.self),
      configurations: [ModelConfiguration(url: url)])
    let context = ModelContext(container)
    let seeds = try RecipeSeeds.bundled(version: 1)
    var tags: [String: CookbookModel.Tag] = [:]
    for seed in seeds.tags {
      let tag = CookbookModel.Tag(name: seed.name, color: seed.color)
      context.insert(tag)
      tags[seed.name] = tag
    }
    for seed in seeds.recipes {
      let recipe = Recipe(
        uid: seed.id, title: seed.title, summary: seed.summary, cuisine: seed.cuisine,
        servings: seed.servings, minutes: seed.minutes, difficulty: seed.difficulty,
        instructions: seed.instructions, presetKey: seed.key)
      context.insert(recipe)
      recipe.ingredients = seed.ingredients.enumerated().map {
        Ingredient(name: $1.name, quantity: $1.quantity, unit: $1.unit, position: $0)
      }
      recipe.tags = seed.tags.compactMap { tags[$0] }
    }
    context.insert(CookbookState(seededVersion: 1))
    try context.save()
  }

  @Test("Nothing is there twice, and nothing that the cook has is changed")
  func opening() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "Cookbook-\(UUID())/Book.store")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try make(at: url)
    for _ in 1...2 {
      let book = try RecipeBook(at: .file(url), recipes: .bundled())
      let page = try await book.reader.page(matching: RecipeQuery(limit: 200))
      #expect(page.total == 61)
      #expect(Set(page.recipes.map(\.title)).count == 61)
      for seed in try RecipeSeeds.bundled(version: 1).recipes {
        let recipe = try await book.reader.recipe(seed.id)
        #expect(recipe.ingredients == seed.ingredients)
        #expect(Set(recipe.recipe.tags.map(\.name)).isSuperset(of: seed.tags))
      }
    }
  }
}
