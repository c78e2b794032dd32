public import Foundation
public import SwiftData

/// Answers questions about the book, as values that may travel anywhere.
@ModelActor
public actor RecipeReader {
  /// The recipes that match, with their total number.
  public func page(matching query: RecipeQuery) throws -> RecipePage {
    let descriptor = query.descriptor
    let recipes = try modelContext.fetch(descriptor)
    let total = try modelContext.fetchCount(FetchDescriptor(predicate: descriptor.predicate))
    return RecipePage(
      recipes: recipes.map(RecipeSummary.init),
      total: total,
      offset: query.offset
    )
  }

  /// A recipe with its ingredients, steps and log.
  ///
  /// - Throws: ``BookError/recipeNotFound(_:)``.
  public func recipe(_ id: UUID) throws -> RecipeDetail {
    RecipeDetail(try modelContext.recipe(id))
  }

  /// All tags with the number of their recipes, by name.
  public func tags() throws -> [TagCount] {
    let tags = try modelContext.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Tag.name)]))
    return tags.map { TagCount(name: $0.name, color: $0.color, recipes: $0.recipes.count) }
  }

  /// The newest entries of all logs.
  public func journal(limit: Int) throws -> [JournalItem] {
    var descriptor = FetchDescriptor(
      sortBy: [SortDescriptor(\CookingLogEntry.date, order: .reverse)])
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).compactMap { entry in
      guard let recipe = entry.recipe else { return nil }
      return JournalItem(entry: LogItem(entry), recipe: RecipeSummary(recipe))
    }
  }

  /// The number of recipes and of favourites.
  public func counts() throws -> (recipes: Int, favorites: Int) {
    let favorites = #Predicate<Recipe> { $0.isFavorite }
    return (
      try modelContext.fetchCount(FetchDescriptor<Recipe>()),
      try modelContext.fetchCount(FetchDescriptor(predicate: favorites))
    )
  }

  /// A recipe picked by chance; nil when the book is empty.
  public func surprise() throws -> UUID? {
    let count = try modelContext.fetchCount(FetchDescriptor<Recipe>())
    guard count > 0 else { return nil }
    var descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Recipe.title)])
    descriptor.fetchOffset = Int.random(in: 0..<count)
    descriptor.fetchLimit = 1
    return try modelContext.fetch(descriptor).first?.uid
  }
}
