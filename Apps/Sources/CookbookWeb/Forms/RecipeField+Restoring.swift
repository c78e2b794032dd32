import CookbookModel
import HTTPTypes
import HardenedHTTP
import Hummingbird

extension RecipeField {
  /// The part of a recipe that a form wants restored; nil for all of it.
  init?(restoring fields: FormFields) throws {
    let name = fields["field"]
    if name.isEmpty { return nil }
    guard let field = RecipeField(rawValue: name), field.isRestoredAlone else {
      throw HTTPError(
        .badRequest,
        message: "“\(name.isolated)” is not a part of a recipe that can be restored alone.")
    }
    self = field
  }

  /// A Boolean value that indicates whether the part can be restored without the rest of the recipe.
  var isRestoredAlone: Bool {
    switch self {
    case .title, .summary, .cuisine, .servings, .minutes, .difficulty, .ingredients, .instructions:
      true
    case .tags, .rating, .date, .note: false
    }
  }
}
