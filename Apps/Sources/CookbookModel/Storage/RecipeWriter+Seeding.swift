import Foundation
import SwiftData

extension RecipeWriter {
  /// Fills a book that was never filled before.
  ///
  /// A book that the cook has emptied stays empty: what counts is ``CookbookState``, not the
  /// number of recipes.
  ///
  /// - Returns: whether recipes were put in.
  @discardableResult
  public func seedIfNew(with seeds: RecipeSeeds) throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<CookbookState>()) == 0 else { return false }
    guard try modelContext.fetchCount(FetchDescriptor<Recipe>()) == 0 else { return false }
    try saving { fill(with: seeds) }
    return true
  }

  /// Throws everything away and puts the starter recipes back, in one save.
  public func reset(to seeds: RecipeSeeds) throws {
    try saving {
      for recipe in try modelContext.fetch(FetchDescriptor<Recipe>()) {
        modelContext.delete(recipe)
      }
      for tag in try modelContext.fetch(FetchDescriptor<Tag>()) { modelContext.delete(tag) }
      for state in try modelContext.fetch(FetchDescriptor<CookbookState>()) {
        modelContext.delete(state)
      }
      fill(with: seeds)
    }
  }

  private func fill(with seeds: RecipeSeeds) {
    let now = Date()
    var tags: [String: Tag] = [:]
    for seed in seeds.tags {
      let tag = Tag(name: seed.name, color: seed.color)
      modelContext.insert(tag)
      tags[seed.name] = tag
    }
    for (index, seed) in seeds.recipes.enumerated() {
      let recipe = Recipe(
        uid: seed.id,
        title: seed.title,
        summary: seed.summary,
        cuisine: seed.cuisine,
        servings: seed.servings,
        minutes: seed.minutes,
        difficulty: seed.difficulty,
        instructions: seed.instructions,
        createdAt: now.addingTimeInterval(TimeInterval(-index)),
        presetKey: seed.key
      )
      modelContext.insert(recipe)
      recipe.ingredients = seed.ingredients.enumerated().map { Ingredient($1, position: $0) }
      recipe.tags = seed.tags.compactMap { tags[$0] }
    }
    modelContext.insert(CookbookState(seededVersion: seeds.version, seededAt: now))
  }
}
