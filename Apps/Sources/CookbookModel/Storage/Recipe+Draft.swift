import Foundation
import PerennialPresets
import SwiftData

extension Recipe {
  /// Takes over what a tidied draft says.
  func take(_ draft: RecipeDraft, in context: ModelContext) throws {
    // The history lists the properties that were written, also if their values are the same.
    if title != draft.title { title = draft.title }
    if summary != draft.summary { summary = draft.summary }
    if cuisine != draft.cuisine { cuisine = draft.cuisine }
    if servings != draft.servings { servings = draft.servings }
    if minutes != draft.minutes { minutes = draft.minutes }
    if difficulty != draft.difficulty { difficulty = draft.difficulty }
    if instructions != draft.instructions { instructions = draft.instructions }
    let tags = try context.tags(named: draft.tags)
    if Set(tags) != Set(self.tags) { self.tags = tags }
    take(draft.ingredients, in: context)
  }

  /// Changes the ingredients that are there to what the lines say, so that presets among them stay presets.
  private func take(_ lines: [IngredientLine], in context: ModelContext) {
    var former = ingredients.sorted { $0.position < $1.position }
    if former.map(IngredientLine.init) == lines { return }
    var successors = lines.map { line in
      former.firstIndex { $0.name == line.name }.map { former.remove(at: $0) }
    }
    // Another name in the same place is the same ingredient.
    for index in lines.indices where successors[index] == nil {
      if let same = former.firstIndex(where: { $0.position == index }) {
        successors[index] = former.remove(at: same)
      }
    }
    ingredients = zip(lines.indices, lines).map { position, line in
      guard let ingredient = successors[position] else {
        return Ingredient(line, position: position)
      }
      ingredient.take(line, position: position)
      return ingredient
    }
    for ingredient in former { context.delete(ingredient) }
  }

  /// Works out the mean of the log's ratings again.
  func updateRating() {
    let sum = log.reduce(0) { $0 + $1.rating }
    averageRating = log.isEmpty ? 0 : Double(sum) / Double(log.count)
  }
}

extension Ingredient {
  fileprivate func take(_ line: IngredientLine, position: Int) {
    if name != line.name { name = line.name }
    if quantity != line.quantity { quantity = line.quantity }
    if unit != line.unit { unit = line.unit }
    if self.position != position { self.position = position }
  }
}

extension ModelContext {
  /// Deletes the tags of the cook's own that no recipe has any more. Presets stay for the next recipe.
  func deleteUnusedTags() throws {
    for tag in try fetch(FetchDescriptor<Tag>(), presets: .userCreated) where tag.recipes.isEmpty {
      delete(tag)
    }
  }
}
