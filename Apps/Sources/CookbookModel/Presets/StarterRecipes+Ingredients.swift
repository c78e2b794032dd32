import PerennialPresets
import SwiftData

extension StarterRecipes {
  /// Restores the ingredients of a recipe, and leaves the rest of it as it is.
  ///
  /// - Returns: The report of all changes. Its backup is the book before them.
  func restoreIngredients(
    of recipe: Recipe, _ preset: PresetIdentifier, in context: ModelContext
  ) throws -> PresetReport {
    let library = context.container.presets
    let changed = try recipe.ingredients.filter(\.isPreset).map { try $0.presetState() }
      .filter { !$0.editedFields.isEmpty }.compactMap(\.preset)
    let deleted = try library.deletedPresets(of: Ingredient.self)
      .filter { $0.catalog == preset.catalog && $0.ownerKey == preset.id }
    var done = PresetReport()
    done.backup = try context.container.backUpAutomatically()
    // Added ingredients are deleted first, because they can have the place of a restored one.
    let added = recipe.ingredients.filter { !$0.isPreset }
    for ingredient in added { context.delete(ingredient) }
    try context.save()
    for ingredient in changed {
      done.updated += try library.reset(.preset(ingredient), backup: .none).updated
    }
    for ingredient in deleted {
      done.restored += try library.restore(.preset(ingredient)).restored
    }
    return done
  }
}
