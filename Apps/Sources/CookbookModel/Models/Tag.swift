public import SwiftData

/// A word that groups recipes, such as "Soup" or "Quick".
@Model
public final class Tag {
  /// The history names deleted tags by it.
  @Attribute(.unique, .preserveValueOnDeletion)
  public var name: String
  public var color: TagColor
  public var recipes: [Recipe] = []

  public init(name: String, color: TagColor) {
    self.name = name
    self.color = color
  }
}
