import CookbookModel
import Foundation

/// Forms and bodies the tests send.
enum Samples {
  /// Of a book that comes without recipes.
  static func noRecipes() throws -> RecipeSeeds {
    let json =
      "{\"version\": 1, \"tags\": [{\"name\": \"Quick\", \"color\": \"teal\"}], \"recipes\": []}"
    return try RecipeSeeds(json: Data(json.utf8), file: "None.json")
  }

  /// A recipe's form as its page has it, with some fields changed.
  static func form(_ draft: RecipeDraft, _ changes: (inout RecipeDraft) -> Void) -> [(
    String, String
  )] {
    var draft = draft
    changes(&draft)
    return [
      ("title", draft.title), ("summary", draft.summary), ("cuisine", draft.cuisine),
      ("servings", "\(draft.servings)"), ("minutes", "\(draft.minutes)"),
      ("difficulty", draft.difficulty.rawValue),
      ("ingredients", draft.ingredients.map(\.text).joined(separator: "\n")),
      ("instructions", draft.instructions.joined(separator: "\n")),
    ] + draft.tags.map { ("tag", $0) }
  }

  static let form: [(String, String)] = [
    ("title", "Lemon Posset"),
    ("summary", "Three ingredients, no eggs."),
    ("cuisine", "British"),
    ("servings", "4"),
    ("minutes", "20"),
    ("difficulty", "easy"),
    ("ingredients", "500 ml double cream\n120 g caster sugar\n2½ lemons, juiced"),
    ("instructions", "Boil the cream with the sugar for 3 minutes.\nStir in the juice and chill."),
    ("tag", "Dessert"),
    ("newTags", "Three things, "),
  ]

  static func form(changing name: String, to value: String) -> [(String, String)] {
    form.map { $0.0 == name ? (name, value) : $0 }
  }

  static let json = """
    {
      "title": "Toast", "servings": 1, "minutes": 5,
      "ingredients": [{"quantity": 2, "unit": "slices", "name": "bread"}],
      "instructions": ["Toast the bread."], "tags": ["Quick"]
    }
    """
}
