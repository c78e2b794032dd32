public import Foundation
public import SwiftData

/// Makes the changes to the book, one after the other.
///
/// Each method is one save: either all of it is kept or, when it throws, none of it.
@ModelActor
public actor RecipeWriter {
  /// Adds a recipe.
  ///
  /// - Returns: the identity of the new recipe.
  /// - Throws: ``BookError/invalid(_:)``.
  @discardableResult
  public func add(_ draft: RecipeDraft) throws -> UUID {
    let draft = try draft.checked()
    return try saving(EditStep("Add", draft.title)) {
      let recipe = Recipe(title: draft.title)
      modelContext.insert(recipe)
      try recipe.take(draft, in: modelContext)
      return recipe.uid
    }
  }

  /// Replaces what a recipe says; its log, its favourite mark and its age stay.
  ///
  /// - Throws: ``BookError/invalid(_:)``, ``BookError/recipeNotFound(_:)``.
  public func update(_ id: UUID, to draft: RecipeDraft) throws {
    let draft = try draft.checked()
    try saving(EditStep("Edit", draft.title)) {
      let recipe = try modelContext.recipe(id)
      try recipe.take(draft, in: modelContext)
      try modelContext.deleteUnusedTags()
    }
  }

  /// Deletes a recipe with its ingredients and its log.
  public func delete(_ id: UUID) throws {
    let recipe = try modelContext.recipe(id)
    try saving(EditStep("Delete", recipe.title)) {
      modelContext.delete(recipe)
      try modelContext.deleteUnusedTags()
    }
  }

  /// Marks a recipe as a favourite, or takes the mark away.
  public func setFavorite(_ id: UUID, to isFavorite: Bool) throws {
    let recipe = try modelContext.recipe(id)
    if recipe.isFavorite == isFavorite { return }
    try saving(EditStep(isFavorite ? "Favourite" : "Unfavourite", recipe.title)) {
      recipe.isFavorite = isFavorite
    }
  }

  /// Writes an entry into a recipe's log.
  @discardableResult
  public func addLogEntry(_ draft: LogDraft, to id: UUID) throws -> UUID {
    let issues = draft.issues()
    guard issues.isEmpty else { throw BookError.invalid(issues) }
    let recipe = try modelContext.recipe(id)
    return try saving(EditStep("Add a log entry to", recipe.title)) {
      let entry = CookingLogEntry(
        date: draft.date,
        note: draft.note.trimmed,
        rating: draft.rating
      )
      recipe.log.append(entry)
      recipe.updateRating()
      return entry.uid
    }
  }

  /// Takes an entry out of a recipe's log.
  public func deleteLogEntry(_ entryID: UUID, of id: UUID) throws {
    let recipe = try modelContext.recipe(id)
    try saving(EditStep("Delete a log entry of", recipe.title)) {
      guard let entry = recipe.log.first(where: { $0.uid == entryID }) else {
        throw BookError.logEntryNotFound(entryID)
      }
      recipe.log.removeAll { $0.uid == entryID }
      modelContext.delete(entry)
      recipe.updateRating()
    }
  }

  /// Works out the mean rating of a recipe again, after entries of other devices have arrived. Does nothing if the
  /// book does not have the recipe.
  func updateRating(of recipe: PersistentIdentifier) throws {
    try saving(nil) {
      var descriptor = FetchDescriptor(
        predicate: #Predicate<Recipe> { $0.persistentModelID == recipe })
      descriptor.fetchLimit = 1
      try modelContext.fetch(descriptor).first?.updateRating()
    }
  }
}

extension RecipeDraft {
  /// The tidied draft, if it has no issues.
  func checked() throws(BookError) -> RecipeDraft {
    let issues = issues()
    guard issues.isEmpty else { throw .invalid(issues) }
    return tidied()
  }
}
