public import Foundation

/// The recipes and tags that the book comes with, as its JSON files say.
public struct RecipeSeeds: Sendable {
  /// Raised whenever what the files say changes.
  public var version: Int
  public var tags: [SeedTag]
  public var recipes: [SeedRecipe]

  public init(version: Int, tags: [SeedTag] = [], recipes: [SeedRecipe] = []) {
    self.version = version
    self.tags = tags
    self.recipes = recipes
  }
}

/// A tag that the book comes with.
public struct SeedTag: Sendable, Decodable {
  public var name: String
  public var color: TagColor
}

/// A recipe that the book comes with.
public struct SeedRecipe: Sendable, Decodable {
  /// The recipe's stable name: the ID of its preset.
  public var key: String
  /// The key that the recipe had in earlier versions.
  public var formerly: String?
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
