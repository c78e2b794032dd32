public import Foundation
public import SwiftData

/// A recipe: what it is, what goes in, what to do, and how often it was cooked.
@Model
public final class Recipe {
  #Unique<Recipe>([\.uid])
  #Index<Recipe>([\.title], [\.minutes], [\.createdAt], [\.averageRating])

  /// The identity that appears in addresses; it survives a reset of the book.
  public var uid: UUID
  /// The history names deleted recipes by it.
  @Attribute(.preserveValueOnDeletion)
  public var title: String
  public var summary: String
  public var cuisine: String
  public var servings: Int
  public var minutes: Int
  public var difficulty: Difficulty
  public var instructions: [String]
  public var createdAt: Date
  public var isFavorite: Bool = false

  /// The ID of the preset; nil for the cook's own recipes.
  public var presetKey: String?

  /// The mean of the log's ratings, 0 when it was never cooked. Kept here to sort by it.
  public var averageRating: Double = 0

  @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
  public var ingredients: [Ingredient] = []

  @Relationship(deleteRule: .cascade, inverse: \CookingLogEntry.recipe)
  public var log: [CookingLogEntry] = []

  @Relationship(inverse: \Tag.recipes)
  public var tags: [Tag] = []

  public init(
    uid: UUID = UUID(),
    title: String,
    summary: String = "",
    cuisine: String = "",
    servings: Int = 4,
    minutes: Int = 30,
    difficulty: Difficulty = .easy,
    instructions: [String] = [],
    createdAt: Date = Date(),
    presetKey: String? = nil
  ) {
    self.uid = uid
    self.title = title
    self.summary = summary
    self.cuisine = cuisine
    self.servings = servings
    self.minutes = minutes
    self.difficulty = difficulty
    self.instructions = instructions
    self.createdAt = createdAt
    self.presetKey = presetKey
  }
}
