import CookbookModel

/// The page with the presets that the cook has deleted.
struct DeletedPage: Page {
  static let template = "deleted"

  var frame: PageFrame
  var rows: [DeletedRow]
  var hasSeveral: Bool
  var isEmpty: Bool

  init(_ deleted: [DeletedRecipe], notice: Notice?) {
    frame = PageFrame(title: "Deleted presets", notice: notice)
    rows = deleted.map(DeletedRow.init)
    hasSeveral = deleted.count > 1
    isEmpty = deleted.isEmpty
  }
}

/// A deleted preset as the template shows it.
struct DeletedRow {
  var key: String
  var title: UserText
  var summary: UserText

  init(_ recipe: DeletedRecipe) {
    key = recipe.key
    title = UserText(recipe.title)
    summary = UserText(recipe.summary)
  }
}
