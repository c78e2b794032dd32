public import Foundation

/// A recipe with everything in it.
public struct RecipeDetail: Codable, Equatable, Sendable {
  public var recipe: RecipeSummary
  public var ingredients: [IngredientLine]
  public var instructions: [String]
  /// The newest entry first.
  public var log: [LogItem]

  /// The recipe as a draft, to be edited.
  public var draft: RecipeDraft {
    RecipeDraft(
      title: recipe.title,
      summary: recipe.summary,
      cuisine: recipe.cuisine,
      servings: recipe.servings,
      minutes: recipe.minutes,
      difficulty: recipe.difficulty,
      ingredients: ingredients,
      instructions: instructions,
      tags: recipe.tags.map(\.name)
    )
  }
}

/// An entry of the cooking log.
public struct LogItem: Codable, Equatable, Identifiable, Sendable {
  public var id: UUID
  public var date: Date
  public var note: String
  public var rating: Int
}
