/// The state of a recipe, in relation to the presets.
public struct RecipeState: Codable, Equatable, Sendable {
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// A preset that the cook has not edited.
    case preset
    /// A preset that the cook has edited.
    case edited
    /// A recipe that the cook has written.
    case yours
  }

  public var kind: Kind
  /// The fields that the cook has edited, in the order of the form.
  public var fields: [RecipeField]

  public init(_ kind: Kind, fields: [RecipeField] = []) {
    self.kind = kind
    self.fields = fields
  }
}
