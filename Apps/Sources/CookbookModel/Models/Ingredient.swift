public import SwiftData

/// One line of a recipe's shopping list.
@Model
public final class Ingredient {
  /// The history names deleted ingredients by it.
  @Attribute(.preserveValueOnDeletion)
  public var name: String
  public var quantity: Double?
  public var unit: String

  /// The place in the recipe's list: the order of a to-many relationship is not promised.
  public var position: Int

  public var recipe: Recipe?

  public init(name: String, quantity: Double? = nil, unit: String = "", position: Int = 0) {
    self.name = name
    self.quantity = quantity
    self.unit = unit
    self.position = position
  }
}
