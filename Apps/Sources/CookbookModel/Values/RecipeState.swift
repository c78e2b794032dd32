/// What a recipe is, seen from what the book comes with.
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
  /// What the cook has changed, in the order of the form.
  public var fields: [RecipeField]

  public init(_ kind: Kind, fields: [RecipeField] = []) {
    self.kind = kind
    self.fields = fields
  }
}
