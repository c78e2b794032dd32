import CookbookModel

/// The recipes that came with the book and that the cook has removed.
struct RemovedPage: Page {
  static let template = "removed"

  var frame: PageFrame
  var rows: [RemovedRow]
  var hasSeveral: Bool
  var isEmpty: Bool

  init(_ removed: [RemovedRecipe], notice: Notice?) {
    frame = PageFrame(title: "Removed recipes", notice: notice)
    rows = removed.map(RemovedRow.init)
    hasSeveral = removed.count > 1
    isEmpty = removed.isEmpty
  }
}

/// A removed recipe as the template shows it.
struct RemovedRow {
  var key: String
  var title: UserText
  var summary: UserText

  init(_ recipe: RemovedRecipe) {
    key = recipe.key
    title = UserText(recipe.title)
    summary = UserText(recipe.summary)
  }
}
