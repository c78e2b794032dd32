import CookbookModel

/// The recipes that came with the book and that the cook has removed.
struct RemovedPage: Page {
  static let template = "removed"

  var frame: PageFrame
  var rows: [RemovedRecipe]
  var hasSeveral: Bool
  var isEmpty: Bool

  init(_ removed: [RemovedRecipe], notice: Notice?) {
    frame = PageFrame(title: "Removed recipes", notice: notice)
    rows = removed
    hasSeveral = removed.count > 1
    isEmpty = removed.isEmpty
  }
}
