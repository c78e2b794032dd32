import SwiftData

extension RecipeSummary {
  init(_ recipe: Recipe, _ states: RecipeStates) {
    self.init(
      id: recipe.uid,
      title: recipe.title,
      summary: recipe.summary,
      cuisine: recipe.cuisine,
      servings: recipe.servings,
      minutes: recipe.minutes,
      difficulty: recipe.difficulty,
      isFavorite: recipe.isFavorite,
      state: states[recipe],
      averageRating: recipe.averageRating > 0 ? recipe.averageRating : nil,
      createdAt: recipe.createdAt,
      tags: recipe.tags.map(TagLabel.init).sorted { $0.name < $1.name }
    )
  }
}

extension RecipeDetail {
  init(_ recipe: Recipe, _ states: RecipeStates) {
    self.init(
      recipe: RecipeSummary(recipe, states),
      ingredients: recipe.ingredients.sorted { $0.position < $1.position }.map(IngredientLine.init),
      instructions: recipe.instructions,
      log: recipe.log.sorted { $0.date > $1.date }.map(LogItem.init)
    )
  }
}

extension TagLabel {
  init(_ tag: Tag) {
    self.init(name: tag.name, color: tag.color)
  }
}

extension IngredientLine {
  init(_ ingredient: Ingredient) {
    self.init(quantity: ingredient.quantity, unit: ingredient.unit, name: ingredient.name)
  }
}

extension LogItem {
  init(_ entry: CookingLogEntry) {
    self.init(id: entry.uid, date: entry.date, note: entry.note, rating: entry.rating)
  }
}
