import Foundation

/// The input for a recipe. It becomes part of the book once it has no issues.
public struct RecipeDraft: Codable, Equatable, Sendable {
  public var title: String
  public var summary: String
  public var cuisine: String
  public var servings: Int
  public var minutes: Int
  public var difficulty: Difficulty
  public var ingredients: [IngredientLine]
  public var instructions: [String]
  public var tags: [String]

  public init(
    title: String,
    summary: String = "",
    cuisine: String = "",
    servings: Int = 4,
    minutes: Int = 30,
    difficulty: Difficulty = .easy,
    ingredients: [IngredientLine] = [],
    instructions: [String] = [],
    tags: [String] = []
  ) {
    self.title = title
    self.summary = summary
    self.cuisine = cuisine
    self.servings = servings
    self.minutes = minutes
    self.difficulty = difficulty
    self.ingredients = ingredients
    self.instructions = instructions
    self.tags = tags
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decode(String.self, forKey: .title)
    summary = try values.decodeIfPresent(String.self, forKey: .summary) ?? ""
    cuisine = try values.decodeIfPresent(String.self, forKey: .cuisine) ?? ""
    servings = try values.decode(Int.self, forKey: .servings)
    minutes = try values.decode(Int.self, forKey: .minutes)
    difficulty = try values.decodeIfPresent(Difficulty.self, forKey: .difficulty) ?? .easy
    ingredients = try values.decode([IngredientLine].self, forKey: .ingredients)
    instructions = try values.decode([String].self, forKey: .instructions)
    tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? []
  }
}
