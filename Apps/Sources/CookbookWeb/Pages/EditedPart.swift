import CookbookModel

/// A part of a preset that the cook has edited, beside the same part of the preset.
struct EditedPart {
  var name: String
  var label: String
  /// A Boolean value that indicates whether the part can be restored without the rest of the recipe.
  var isRestoredAlone: Bool
  var mine: [ComparedLine]
  var preset: [ComparedLine]
  /// A Boolean value that indicates whether the comparison is folded, because it has many lines.
  var isLong: Bool
  /// `false` if the present version of the presets does not have the recipe.
  var isComparable: Bool

  /// - Parameters:
  ///   - field: The part.
  ///   - mine: The recipe.
  ///   - preset: The preset without edits; nil if the present version does not have it.
  init(_ field: RecipeField, of mine: RecipeDraft, beside preset: RecipeDraft?) {
    name = field.rawValue
    label = field.label
    isRestoredAlone = field.isRestoredAlone
    let (mine, others) = (mine.lines(of: field), preset?.lines(of: field) ?? [])
    self.mine = mine.map { ComparedLine($0, isOnlyHere: !others.contains($0)) }
    self.preset = others.map { ComparedLine($0, isOnlyHere: !mine.contains($0)) }
    isLong = max(mine.count, others.count) > 6
    isComparable = preset != nil
  }
}

/// A line of one side of a comparison.
struct ComparedLine {
  var text: UserText
  /// A Boolean value that indicates whether the other side lacks the line.
  var isOnlyHere: Bool

  init(_ text: String, isOnlyHere: Bool) {
    self.text = UserText(text)
    self.isOnlyHere = isOnlyHere
  }
}

extension RecipeDraft {
  /// The lines of a part, as a comparison shows them. A part without text has none.
  fileprivate func lines(of field: RecipeField) -> [String] {
    let lines =
      switch field {
      case .title: [title]
      case .summary: [summary]
      case .cuisine: [cuisine]
      case .servings: ["\(servings)"]
      case .minutes: [PageText.duration(minutes)]
      case .difficulty: [difficulty.label]
      case .ingredients: ingredients.map(\.text)
      case .instructions: instructions
      case .tags: tags.sorted()
      case .rating, .date, .note: [String]()
      }
    return lines.filter { !$0.isEmpty }
  }
}
