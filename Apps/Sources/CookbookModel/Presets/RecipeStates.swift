import PerennialPresets
import SwiftData

/// The states of a book's recipes. A recipe whose ingredients were changed is an edited one, though
/// its own row is as it was.
struct RecipeStates {
  private var fields: [PersistentIdentifier: Set<RecipeField>] = [:]

  /// Asks the store what the cook has changed.
  init(in context: ModelContext) throws {
    for recipe in try context.fetch(FetchDescriptor<Recipe>(), presets: .edited) {
      let edited = try recipe.presetState().editedFields.compactMap(RecipeField.init)
      fields[recipe.persistentModelID, default: []].formUnion(edited)
    }
    let lines = FetchDescriptor<Ingredient>()
    let changed =
      try context.fetch(lines, presets: .edited) + context.fetch(lines, presets: .userCreated)
    for recipe in changed.compactMap(\.recipe) where recipe.isPreset {
      fields[recipe.persistentModelID, default: []].insert(.ingredients)
    }
    let gone = Set(
      try context.container.presets.deletedPresets(of: Ingredient.self).map(\.ownerKey))
    if gone.isEmpty { return }
    for recipe in try context.fetch(FetchDescriptor<Recipe>(), presets: .presets) {
      guard let key = recipe.presetKey, gone.contains(key) else { continue }
      fields[recipe.persistentModelID, default: []].insert(.ingredients)
    }
  }

  /// The state of a recipe.
  subscript(recipe: Recipe) -> RecipeState {
    guard recipe.isPreset else { return RecipeState(.yours) }
    let edited = fields[recipe.persistentModelID] ?? []
    return edited.isEmpty
      ? RecipeState(.preset)
      : RecipeState(.edited, fields: RecipeField.allCases.filter(edited.contains))
  }

  /// The number of edited presets.
  var editedCount: Int { fields.count }
}
