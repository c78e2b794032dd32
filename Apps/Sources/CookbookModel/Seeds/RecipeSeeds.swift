public import Foundation

/// The starter recipes a new book is filled with, as they stand in a JSON file.
public struct RecipeSeeds: Sendable {
  /// Raised whenever the content of the file changes.
  public var version: Int
  public var tags: [SeedTag]
  public var recipes: [SeedRecipe]
}

/// A tag of the starter set.
public struct SeedTag: Sendable, Decodable {
  public var name: String
  public var color: TagColor
}

/// A recipe of the starter set.
public struct SeedRecipe: Sendable, Decodable {
  /// The recipe's stable name, for people who read the file.
  public var key: String
  public var id: UUID
  public var title: String
  public var cuisine: String
  public var summary: String
  public var difficulty: Difficulty
  public var servings: Int
  public var minutes: Int
  public var tags: [String]
  public var ingredients: [IngredientLine]
  public var instructions: [String]
}

extension RecipeSeeds: Decodable {}
