import CookbookModel

/// The page of the dishes that were cooked lately, over all recipes.
struct JournalPage: Page {
  static let template = "journal"

  var frame: PageFrame
  var rows: [JournalRow]
  var isEmpty: Bool

  init(_ items: [JournalItem]) {
    frame = PageFrame(title: "Journal")
    frame.isJournal = true
    rows = items.map { JournalRow(entry: LogRow($0.entry), recipe: RecipeCard($0.recipe)) }
    isEmpty = items.isEmpty
  }
}

/// An entry of the journal as the template shows it.
struct JournalRow {
  var entry: LogRow
  var recipe: RecipeCard
}
