public import Foundation
import PerennialPresets
import SwiftData
import Synchronization

/// Manages the presets of the book: updates them to a newer version, restores them, and resets them.
///
/// Each operation is one transaction, except ``restore(_:_:)`` of ingredients. Every reader and every
/// open page follows it.
public actor StarterRecipes {
  private let stack: DataStack
  private let changes: BookChanges
  private var recipes: RecipeSeeds
  private var newer: RecipeSeeds? { didSet { showStatus() } }
  private var last: (report: PresetReport, reset: UndoableReset)? { didSet { showStatus() } }
  private let shownStatus: Mutex<StarterStatus>
  /// The report of opening the book.
  public nonisolated let opening: StarterReport

  /// - Parameters:
  ///   - recipes: The recipes that the stack was opened with.
  ///   - newer: A newer version, to be offered to the cook. If the store has it already, it is the one
  ///     that counts.
  init(
    in stack: DataStack,
    _ recipes: RecipeSeeds,
    offering newer: RecipeSeeds?,
    _ changes: BookChanges
  ) throws {
    self.stack = stack
    self.changes = changes
    let report = stack.presetReport
    if let newer, let stored = report.newerInStore[RecipeSeeds.catalogName],
      stored >= newer.version
    {
      try stack.container.usePresets([newer.catalog])
      self.recipes = newer
    } else {
      self.recipes = recipes
      self.newer = newer
    }
    shownStatus = Mutex(StarterStatus(version: self.recipes.version, offered: self.newer?.version))
    opening = StarterReport(report, titles: recipes.titles)
  }

  // MARK: What there is

  /// The version that the book has, the one that it could have, and what can be undone. Needs no
  /// waiting, because every page shows it.
  public nonisolated var status: StarterStatus { shownStatus.withLock { $0 } }

  private func showStatus() {
    let status = StarterStatus(
      version: recipes.version, offered: newer?.version, undoable: last?.reset)
    shownStatus.withLock { $0 = status }
  }

  /// The presets that the cook has deleted, by title.
  public func deleted() throws -> [DeletedRecipe] {
    let seeds = Dictionary(recipes.recipes.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    return try library.deletedPresets(of: Recipe.self).compactMap { preset in
      seeds[preset.id].map { DeletedRecipe(key: $0.key, title: $0.title, summary: $0.summary) }
    }.sorted { $0.title < $1.title }
  }

  /// Returns the content of a recipe's preset, without the cook's edits.
  ///
  /// - Returns: nil if the recipe is the cook's own, or if the present version of the presets does not have it.
  /// - Throws: ``BookError/recipeNotFound(_:)``.
  public func preset(of id: UUID) throws -> RecipeDraft? {
    let context = stack.makeContext()
    // The state of a recipe is read by its context.
    let state = try withExtendedLifetime(context) { try context.recipe(id).presetState() }
    guard let preset = state.preset else { return nil }
    return recipes.recipes.first { $0.key == preset.id }?.draft
  }

  // MARK: A newer version

  /// Returns the changes that ``update()`` would make, or nil if there is no newer version.
  public func preview() throws -> StarterReport? {
    guard let newer else { return nil }
    return report(try stack.container.previewPresets([newer.catalog]))
  }

  /// Updates the presets to the newer version. Fields that the cook has edited, and presets that the cook has
  /// deleted, stay so.
  ///
  /// - Returns: What was done; nil if there is nothing newer.
  @discardableResult
  public func update() throws -> StarterReport? {
    guard let newer else { return nil }
    let done = report(try stack.container.usePresets([newer.catalog]))
    recipes = newer
    self.newer = nil
    changes.tell(BookChange())  // the offer has gone, even if no recipe has changed
    return done
  }

  // MARK: Back to what it was

  /// Restores deleted presets.
  ///
  /// - Parameter key: That of the recipe; nil for all.
  /// - Throws: ``BookError/notDeleted(_:)``.
  @discardableResult
  public func restoreDeleted(_ key: String? = nil) throws -> StarterReport {
    guard let key else {
      return report(try library.restore(.models([Recipe.self, Ingredient.self])))
    }
    let deleted = try library.deletedPresets(of: Recipe.self)
    guard let preset = deleted.first(where: { $0.id == key }) else {
      throw BookError.notDeleted(key)
    }
    return report(try library.restore(.preset(preset)))
  }

  /// Restores one recipe with its ingredients and tags. Its log and its favourite mark stay.
  ///
  /// The ingredients alone are restored one by one, after one backup. If that fails in between, some of
  /// them are restored. Restore them again to finish.
  ///
  /// - Parameters:
  ///   - id: The recipe.
  ///   - field: The one part of it that is meant; nil for all.
  /// - Throws: ``BookError/recipeNotFound(_:)``, ``BookError/notPreset(_:)``.
  @discardableResult
  public func restore(_ id: UUID, _ field: RecipeField? = nil) throws -> UndoableReset {
    let context = stack.makeContext()
    let recipe = try context.recipe(id)
    guard let preset = try recipe.presetState().preset else { throw BookError.notPreset(id) }
    let title = recipe.title
    if field == .ingredients {
      let lengthened = try keysOfLengthenedRecipes(among: [preset.id])
      let done = try restoreIngredients(of: recipe, preset, in: context)
      return remember(done, of: title, lengthened: lengthened)
    }
    if let field {
      return remember(try library.reset(.fields([field.rawValue], of: preset)), of: title)
    }
    let lengthened = try keysOfLengthenedRecipes(among: [preset.id])
    return remember(try library.reset(.preset(preset)), of: title, lengthened: lengthened)
  }

  /// Resets all presets.
  ///
  /// - Parameters:
  ///   - deletingOwn: `true` to delete the cook's own recipes, the log and the favourite marks, too.
  @discardableResult
  public func reset(deletingOwn: Bool) throws -> UndoableReset {
    let lengthened = try keysOfLengthenedRecipes()
    let done = try library.reset(deletingOwn ? .everything : .presets)
    return remember(done, of: nil, lengthened: lengthened)
  }

  /// Returns the changes that ``reset(deletingOwn:)`` would make.
  public func previewReset(deletingOwn: Bool) throws -> StarterReport {
    report(
      try library.reset(deletingOwn ? .everything : .presets, isDryRun: true),
      lengthened: try keysOfLengthenedRecipes())
  }

  // MARK: Undoing

  /// Undoes the last reset. Later changes are lost.
  ///
  /// - Throws: ``BookError/nothingToUndo``.
  public func undo() throws {
    guard let last else { throw BookError.nothingToUndo }
    try library.undo(last.report)
    self.last = nil
    changes.tell(BookChange())
  }

  /// Withdraws the offer to undo the last reset.
  public func forgetUndo() {
    last = nil
    changes.tell(BookChange())
  }

  /// Inserts the recipes again after all objects of the book were erased.
  func renew() throws {
    try stack.container.usePresets([recipes.catalog])
    last = nil
    changes.tell(BookChange())
  }

  private func remember(
    _ done: PresetReport, of recipe: String?, lengthened: Set<String> = []
  ) -> UndoableReset {
    let reset = UndoableReset(
      recipe: recipe, date: Date(), report: report(done, lengthened: lengthened))
    last = (done, reset)
    changes.tell(BookChange())
    return reset
  }

  // MARK: Means

  private var library: PresetLibrary { stack.container.presets }

  private func report(
    _ report: PresetReport, lengthened: Set<String> = []
  ) -> StarterReport {
    StarterReport(
      report, titles: recipes.titles.merging(newer?.titles ?? [:]) { $1 }, lengthened: lengthened)
  }

  /// The keys of the presets to which the cook has added ingredients.
  private func keysOfLengthenedRecipes(among keys: Set<String>? = nil) throws -> Set<String> {
    let added = try stack.makeContext().fetch(FetchDescriptor<Ingredient>(), presets: .userCreated)
    let found = Set(added.compactMap(\.recipe).filter(\.isPreset).compactMap(\.presetKey))
    guard let keys else { return found }
    return found.intersection(keys)
  }
}

extension RecipeSeeds {
  /// The recipes' titles, by key.
  fileprivate var titles: [String: String] {
    Dictionary(recipes.map { ($0.key, $0.title) }, uniquingKeysWith: { $1 })
  }
}
