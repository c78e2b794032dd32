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
  var isOwn: Bool
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
    isOwn = !recipe.isStarter
    rating = recipe.averageRating.map(PageText.rating)
    tags = recipe.tags.map { TagChip($0) }
    emblem = Emblem(recipe).card
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
