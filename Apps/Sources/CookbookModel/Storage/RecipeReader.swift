public import Foundation
import PerennialPresets
public import SwiftData

/// Answers questions about the book, as values that may travel anywhere.
@ModelActor
public actor RecipeReader {
  var revisions = StoreRevisions()

  /// The recipes that match, with their total number.
  public func page(matching query: RecipeQuery) throws -> RecipePage {
    let states = try RecipeStates(in: modelContext)
    let (found, total) = try recipes(matching: query, states)
    return RecipePage(
      recipes: found.map { RecipeSummary($0, states) },
      total: total,
      offset: query.offset
    )
  }

  /// The recipes of a page, and the number of all that match.
  private func recipes(
    matching query: RecipeQuery, _ states: RecipeStates
  ) throws -> (page: [Recipe], total: Int) {
    let descriptor = query.descriptor
    let all = FetchDescriptor(predicate: descriptor.predicate, sortBy: descriptor.sortBy)
    guard let state = query.state else {
      return (try modelContext.fetch(descriptor), try modelContext.fetchCount(all))
    }
    if let filter = state.filter {
      return (
        try modelContext.fetch(descriptor, presets: filter),
        try modelContext.fetchCount(all, presets: filter)
      )
    }
    // A recipe with an edited ingredient is an edited one, which the filter of the recipes does not know.
    let edited = try modelContext.fetch(all, presets: .presets).filter {
      states[$0].kind == .edited
    }
    return (Array(edited.dropFirst(query.offset).prefix(query.limit)), edited.count)
  }

  /// A recipe with its ingredients, steps and log.
  ///
  /// - Throws: ``BookError/recipeNotFound(_:)``.
  public func recipe(_ id: UUID) throws -> RecipeDetail {
    RecipeDetail(try modelContext.recipe(id), try RecipeStates(in: modelContext))
  }

  /// All tags with the number of their recipes, by name.
  public func tags() throws -> [TagCount] {
    let tags = try modelContext.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Tag.name)]))
    return tags.map { TagCount(name: $0.name, color: $0.color, recipes: $0.recipes.count) }
  }

  /// The number of recipes, of favourites, and of each kind of recipe.
  public func counts() throws -> RecipeCounts {
    let favorites = #Predicate<Recipe> { $0.isFavorite }
    let all = try modelContext.fetchCount(FetchDescriptor<Recipe>())
    let presets = try modelContext.fetch(FetchDescriptor<Recipe>(), presets: .presets).count
    return RecipeCounts(
      recipes: all,
      favorites: try modelContext.fetchCount(FetchDescriptor(predicate: favorites)),
      presets: presets,
      edited: try RecipeStates(in: modelContext).editedCount,
      yours: all - presets,
      deleted: try modelContext.container.presets.deletedPresets(of: Recipe.self).count
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

extension RecipeQuery.StateFilter {
  /// The filter of the store; nil if the store has none.
  var filter: PresetFilter? {
    switch self {
    case .presets: .presets
    case .edited: nil
    case .yours: .userCreated
    }
  }
}
