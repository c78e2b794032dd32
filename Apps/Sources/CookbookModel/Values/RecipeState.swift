/// The state of a recipe, in relation to the recipes that come with the book.
public struct RecipeState: Codable, Equatable, Sendable {
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// It came with the book, and is as it came.
    case preset
    /// It came with the book, and the cook has changed it.
    case edited
    /// The cook has written it.
    case yours
  }

  public var kind: Kind
  /// The fields that the cook has changed, in the order of the form.
  public var fields: [RecipeField]

  public init(_ kind: Kind, fields: [RecipeField] = []) {
    self.kind = kind
    self.fields = fields
  }
}
