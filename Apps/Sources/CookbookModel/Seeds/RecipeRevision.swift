/// The changes of a later version of the book's recipes, as a JSON file states them.
struct RecipeRevision: Sendable, Decodable {
  var version: Int
  /// Tags that are new.
  var tags: [SeedTag]
  /// Recipes that are new, and those that are improved, whole.
  var recipes: [SeedRecipe]
  /// The keys of the recipes that are there no more.
  var retired: [String]
}

extension RecipeSeeds {
  /// The recipes with what a later version changes.
  func revised(by revision: RecipeRevision) -> RecipeSeeds {
    var seeds = self
    seeds.version = revision.version
    seeds.tags += revision.tags
    seeds.recipes.removeAll { revision.retired.contains($0.key) }
    for recipe in revision.recipes {
      let former = recipe.formerly ?? recipe.key
      if let index = seeds.recipes.firstIndex(where: { $0.key == former }) {
        seeds.recipes[index] = recipe
      } else {
        seeds.recipes.append(recipe)
      }
    }
    return seeds
  }
}
