import CookbookModel
import Foundation

/// A recipe as the templates show it in a list.
struct RecipeCard {
  var id: String
  var title: UserText
  var summary: UserText?
  var cuisine: UserText?
  var duration: String
  var servings: Int
  var difficulty: String
  var difficultyLevel: String
  var isFavorite: Bool
  var state: StateBadge
  /// The badge in a list; nil if it would tell nothing new.
  var badge: StateBadge?
  /// `true` if changes of the recipe were not sent to the hub yet.
  var isUnsent: Bool
  /// `true` if a conflict of the recipe is not decided.
  var isInConflict: Bool
  var rating: String?
  var tags: [TagChip]
  var emblem: String

  /// - Parameters:
  ///   - filter: The kind that all recipes of the list have; nil for a list of several kinds.
  ///   - marks: The recipes that have a badge because of the sync.
  init(
    _ recipe: RecipeSummary, in filter: RecipeQuery.StateFilter? = nil,
    marks: SyncMarks = SyncMarks()
  ) {
    isUnsent = marks.unsent.contains(recipe.id)
    isInConflict = marks.inConflict.contains(recipe.id)
    id = recipe.id.uuidString
    title = UserText(recipe.title)
    summary = UserText(unlessEmpty: recipe.summary)
    cuisine = UserText(unlessEmpty: recipe.cuisine)
    duration = PageText.duration(recipe.minutes)
    servings = recipe.servings
    difficulty = recipe.difficulty.label
    difficultyLevel = recipe.difficulty.rawValue
    isFavorite = recipe.isFavorite
    state = StateBadge(recipe.state)
    badge = recipe.state.kind.isWorthSaying(in: filter) ? state : nil
    rating = recipe.averageRating.map(PageText.rating)
    tags = recipe.tags.map { TagChip($0) }
    emblem = Emblem(recipe).card
  }
}

extension RecipeState.Kind {
  /// Returns `true` if a badge tells something in a list. Most recipes are presets, and the kind
  /// that all recipes of a list have is in its heading.
  fileprivate func isWorthSaying(in filter: RecipeQuery.StateFilter?) -> Bool {
    switch self {
    case .preset: false
    case .edited: filter != .edited
    case .yours: filter != .yours
    }
  }
}

/// The state of a recipe, as the templates show it: a preset, an edited one, or the cook's own.
struct StateBadge {
  var kind: String
  var label: String
  /// The fields that the cook has edited, as a list in words.
  var parts: String?
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
    parts = isEdited ? state.fields.map { $0.label.lowercased() }.joined(separator: ", ") : nil
  }
}

/// A tag as the templates show it, with the address of the list it leads to.
struct TagChip {
  var name: UserText
  var color: String
  var address: String
  var count: Int?
  var isChosen = false

  init(_ tag: TagLabel) {
    name = UserText(tag.name)
    color = tag.color.rawValue
    address = RecipeQuery(tag: tag.name).address
  }

  /// The tag as a filter of `query`: choosing it again takes it away.
  init(_ tag: TagCount, in query: RecipeQuery) {
    name = UserText(tag.name)
    color = tag.color.rawValue
    count = tag.recipes
    isChosen = query.tag == tag.name
    var next = query
    next.offset = 0
    next.tag = isChosen ? nil : tag.name
    address = next.address
  }
}
