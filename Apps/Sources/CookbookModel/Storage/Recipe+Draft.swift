import Foundation
import SwiftData

extension Recipe {
  /// Takes over what a tidied draft says.
  func take(_ draft: RecipeDraft, in context: ModelContext) throws {
    title = draft.title
    summary = draft.summary
    cuisine = draft.cuisine
    servings = draft.servings
    minutes = draft.minutes
    difficulty = draft.difficulty
    instructions = draft.instructions
    tags = try context.tags(named: draft.tags)
    let lines = ingredients.sorted { $0.position < $1.position }.map(IngredientLine.init)
    guard lines != draft.ingredients else { return }
    for old in ingredients { context.delete(old) }
    ingredients = draft.ingredients.enumerated().map { Ingredient($1, position: $0) }
  }

  /// Works out the mean of the log's ratings again.
  func updateRating() {
    let sum = log.reduce(0) { $0 + $1.rating }
    averageRating = log.isEmpty ? 0 : Double(sum) / Double(log.count)
  }
}

extension Ingredient {
  convenience init(_ line: IngredientLine, position: Int) {
    self.init(name: line.name, quantity: line.quantity, unit: line.unit, position: position)
  }
}

extension ModelContext {
  /// Deletes the tags that no recipe carries any more.
  func deleteUnusedTags() throws {
    for tag in try fetch(FetchDescriptor<Tag>()) where tag.recipes.isEmpty { delete(tag) }
  }
}
