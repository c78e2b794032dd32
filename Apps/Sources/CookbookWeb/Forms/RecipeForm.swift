import CookbookModel
import Foundation
import HardenedHTTP

/// The recipe form as it was typed: all text, so that nothing a cook wrote gets lost.
struct RecipeForm {
  var title = ""
  var summary = ""
  var cuisine = ""
  var servings = "4"
  var minutes = "30"
  var difficulty = Difficulty.easy.rawValue
  var ingredients = ""
  var instructions = ""
  var tags: [String] = []
  var newTags = ""

  /// An empty form.
  init() {}

  /// The form filled with a recipe.
  init(_ draft: RecipeDraft) {
    title = draft.title
    summary = draft.summary
    cuisine = draft.cuisine
    servings = String(draft.servings)
    minutes = String(draft.minutes)
    difficulty = draft.difficulty.rawValue
    ingredients = draft.ingredients.map(\.text).joined(separator: "\n")
    instructions = draft.instructions.joined(separator: "\n")
    tags = draft.tags
  }

  /// The form as it was sent.
  init(_ fields: FormFields) {
    title = fields["title"]
    summary = fields["summary"]
    cuisine = fields["cuisine"]
    servings = fields["servings"]
    minutes = fields["minutes"]
    difficulty = fields["difficulty"]
    ingredients = fields["ingredients"]
    instructions = fields["instructions"]
    tags = fields.all("tag")
    newTags = fields["newTags"]
  }

  /// The recipe that the form describes, and what is wrong with it.
  func draft() -> (draft: RecipeDraft, issues: [FieldIssue]) {
    var misread: [FieldIssue] = []
    let draft = RecipeDraft(
      title: title,
      summary: summary,
      cuisine: cuisine,
      servings: number(
        servings, of: .servings, otherwise: "Write the servings as a whole number.",
        issues: &misread),
      minutes: number(
        minutes, of: .minutes, otherwise: "Write the minutes as a whole number.", issues: &misread),
      difficulty: difficultyValue(&misread),
      ingredients: ingredientLines(&misread),
      instructions: lines(instructions),
      tags: tags + newTags.split(separator: ",").map(String.init)
    )
    let fields = Set(misread.map(\.field))
    let issues = misread + draft.issues().filter { !fields.contains($0.field) }
    return (draft.tidied(), issues)
  }

  private func number(
    _ text: String,
    of field: RecipeField,
    otherwise message: String,
    issues: inout [FieldIssue]
  ) -> Int {
    if let value = Int(text.trimmingCharacters(in: .whitespaces)) { return value }
    issues.append(FieldIssue(field, message))
    return 0
  }

  private func difficultyValue(_ issues: inout [FieldIssue]) -> Difficulty {
    if let value = Difficulty(rawValue: difficulty) { return value }
    issues.append(FieldIssue(.difficulty, "Choose one of the three levels."))
    return .easy
  }

  private func ingredientLines(_ issues: inout [FieldIssue]) -> [IngredientLine] {
    lines(ingredients).enumerated().compactMap { index, text in
      if let line = IngredientLine(text: text) { return line }
      if issues.last?.field != .ingredients {
        let message = "Line \(index + 1), “\(text.isolated)”, has an amount but no ingredient."
        issues.append(FieldIssue(.ingredients, message))
      }
      return nil
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
