/// The parts of a recipe or of its log that a cook can get wrong.
public enum RecipeField: String, CaseIterable, Codable, Sendable {
  case title
  case summary
  case cuisine
  case servings
  case minutes
  case difficulty
  case ingredients
  case instructions
  case tags
  case rating
  case date
  case note
}

extension RecipeField {
  /// The name that the pages show.
  public var label: String {
    switch self {
    case .title: "Title"
    case .summary: "Description"
    case .cuisine: "Cuisine"
    case .servings: "Servings"
    case .minutes: "Time"
    case .difficulty: "Level"
    case .ingredients: "Ingredients"
    case .instructions: "Method"
    case .tags: "Tags"
    case .rating: "Rating"
    case .date: "Day"
    case .note: "Note"
    }
  }
}

/// One thing to put right before a recipe can be kept.
public struct FieldIssue: Codable, Equatable, Sendable {
  public var field: RecipeField
  public var message: String

  public init(_ field: RecipeField, _ message: String) {
    self.field = field
    self.message = message
  }
}
