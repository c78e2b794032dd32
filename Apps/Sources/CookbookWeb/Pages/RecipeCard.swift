import CookbookModel
import Foundation

/// A recipe as the templates show it in a list.
struct RecipeCard {
  var id: String
  var title: String
  /// Nil when there is none: templates take an empty text for something to show.
  var summary: String?
  var cuisine: String?
  var duration: String
  var servings: Int
  var difficulty: String
  var difficultyLevel: String
  var isFavorite: Bool
  var state: StateBadge
  var rating: String?
  var tags: [TagChip]
  var emblem: String

  init(_ recipe: RecipeSummary) {
    id = recipe.id.uuidString
    title = recipe.title
    summary = recipe.summary.isEmpty ? nil : recipe.summary
    cuisine = recipe.cuisine.isEmpty ? nil : recipe.cuisine
    duration = PageText.duration(recipe.minutes)
    servings = recipe.servings
    difficulty = recipe.difficulty.label
    difficultyLevel = recipe.difficulty.rawValue
    isFavorite = recipe.isFavorite
    state = StateBadge(recipe.state)
    rating = recipe.averageRating.map(PageText.rating)
    tags = recipe.tags.map { TagChip($0) }
    emblem = Emblem(recipe).card
  }
}

/// What a recipe is, as the templates show it: a preset, an edited one, or the cook's own.
struct StateBadge {
  var kind: String
  var label: String
  /// The parts that the cook has changed, as a list in words.
  var parts: String?
  var fields: [EditedField]
  var isEdited: Bool
  var isPreset: Bool

  init(_ state: RecipeState) {
    kind = state.kind.rawValue
    isEdited = state.kind == .edited
    isPreset = state.kind != .yours
    label =
      switch state.kind {
      case .preset: "Preset"
      case .edited: "Edited"
      case .yours: "Yours"
      }
    fields = state.fields.map(EditedField.init)
    parts = isEdited ? fields.map { $0.label.lowercased() }.joined(separator: ", ") : nil
  }
}

/// A part of a recipe that the cook has changed.
struct EditedField {
  var name: String
  var label: String
  var isRestoredAlone: Bool

  init(_ field: RecipeField) {
    name = field.rawValue
    label = field.label
    isRestoredAlone = field.isRestoredAlone
  }
}

/// A tag as the templates show it, with the address of the list it leads to.
struct TagChip {
  var name: String
  var color: String
  var address: String
  var count: Int?
  var isChosen = false

  init(_ tag: TagLabel) {
    name = tag.name
    color = tag.color.rawValue
    address = RecipeQuery(tag: tag.name).address
  }

  /// The tag as a filter of `query`: choosing it again takes it away.
  init(_ tag: TagCount, in query: RecipeQuery) {
    name = tag.name
    color = tag.color.rawValue
    count = tag.recipes
    isChosen = query.tag == tag.name
    var next = query
    next.offset = 0
    next.tag = isChosen ? nil : tag.name
    address = next.address
  }
}
