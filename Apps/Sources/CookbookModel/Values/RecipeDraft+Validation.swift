import Foundation

extension RecipeDraft {
  /// Everything that keeps the draft from becoming a recipe, in the order of the form.
  public func issues() -> [FieldIssue] {
    var issues: [FieldIssue] = []
    if title.isBlank { issues.append(FieldIssue(.title, "Give the recipe a title.")) }
    Self.limit(title, to: 120, of: .title, called: "title", issues: &issues)
    Self.limit(summary, to: 400, of: .summary, called: "description", issues: &issues)
    Self.limit(cuisine, to: 60, of: .cuisine, called: "cuisine", issues: &issues)
    if !(1...100).contains(servings) {
      issues.append(FieldIssue(.servings, "Servings must be between 1 and 100."))
    }
    if !(1...10_080).contains(minutes) {
      issues.append(FieldIssue(.minutes, "The time must be between 1 minute and a week."))
    }
    issues += ingredientIssues() + instructionIssues() + tagIssues()
    return issues
  }

  /// The draft without stray blanks, empty lines and repeated tags.
  public func tidied() -> RecipeDraft {
    var draft = self
    draft.title = title.trimmed
    draft.summary = summary.trimmed
    draft.cuisine = cuisine.trimmed
    draft.ingredients = ingredients.map {
      IngredientLine(quantity: $0.quantity, unit: $0.unit.trimmed, name: $0.name.trimmed)
    }
    draft.instructions = instructions.map(\.trimmed).filter { !$0.isEmpty }
    var seen: Set<String> = []
    draft.tags = tags.map(\.trimmed).filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    return draft
  }

  private func ingredientIssues() -> [FieldIssue] {
    if ingredients.isEmpty { return [FieldIssue(.ingredients, "Add at least one ingredient.")] }
    if ingredients.count > 100 {
      return [FieldIssue(.ingredients, "A recipe can have up to 100 ingredients.")]
    }
    for (index, line) in ingredients.enumerated() {
      if line.name.isBlank {
        return [FieldIssue(.ingredients, "Ingredient \(index + 1) has no name.")]
      }
      if line.name.count > 200 || line.unit.count > 40 {
        return [FieldIssue(.ingredients, "Ingredient \(index + 1) is too long.")]
      }
      if let quantity = line.quantity, !(quantity > 0 && quantity <= 1_000_000) {
        return [FieldIssue(.ingredients, "The amount of ingredient \(index + 1) is not valid.")]
      }
    }
    return []
  }

  private func instructionIssues() -> [FieldIssue] {
    if instructions.allSatisfy(\.isBlank) {
      return [FieldIssue(.instructions, "Write down at least one step.")]
    }
    if instructions.count > 100 || instructions.contains(where: { $0.count > 2000 }) {
      let message = "A recipe can have up to 100 steps, with up to 2,000 characters each."
      return [FieldIssue(.instructions, message)]
    }
    return []
  }

  private func tagIssues() -> [FieldIssue] {
    if tags.count > 12 { return [FieldIssue(.tags, "A recipe can have up to 12 tags.")] }
    if tags.contains(where: { $0.count > 40 }) {
      return [FieldIssue(.tags, "A tag can have up to 40 characters.")]
    }
    return []
  }

  private static func limit(
    _ text: String,
    to count: Int,
    of field: RecipeField,
    called name: String,
    issues: inout [FieldIssue]
  ) {
    if text.count > count {
      issues.append(FieldIssue(field, "The \(name) can have up to \(count) characters."))
    }
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
