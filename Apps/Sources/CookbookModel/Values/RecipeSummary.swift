public import Foundation

/// A recipe as a list shows it.
public struct RecipeSummary: Codable, Equatable, Identifiable, Sendable {
  public var id: UUID
  public var title: String
  public var summary: String
  public var cuisine: String
  public var servings: Int
  public var minutes: Int
  public var difficulty: Difficulty
  public var isFavorite: Bool
  public var state: RecipeState
  /// Nil when the recipe was never cooked.
  public var averageRating: Double?
  public var createdAt: Date
  public var tags: [TagLabel]
}

/// A tag as it is shown beside a recipe.
public struct TagLabel: Codable, Equatable, Sendable {
  public var name: String
  public var color: TagColor
}

/// A tag and the number of recipes that carry it.
public struct TagCount: Codable, Equatable, Sendable {
  public var name: String
  public var color: TagColor
  public var recipes: Int
}
