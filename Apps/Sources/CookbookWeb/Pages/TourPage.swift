import Foundation

/// The tour: each screen with the use case that it shows, its source, and the article about it.
struct TourPage: Page {
  static let template = "tour"

  var frame = PageFrame(title: "Tour")
  var stops = TourStop.all
}

/// A screen of the tour.
struct TourStop: Sendable {
  /// The name of the page's template, which is also the anchor of the stop.
  let id: String
  let title: String
  /// The address of the screen; nil if it needs a recipe.
  let address: String?
  let text: String
  /// The files below the folder of the project.
  let sources: [String]
  let articles: [String]

  private init(
    _ id: String, _ title: String, _ address: String?, _ text: String, sources: [String],
    articles: [String]
  ) {
    (self.id, self.title, self.address, self.text) = (id, title, address, text)
    self.sources = sources.map { "Apps/Sources/CookbookModel/\($0).swift" }
    self.articles = articles.map { "Documentation/\($0).md" }
  }

  /// Returns the address of the stop for the pages of a template; nil if the tour does not have it.
  static func address(ofTemplate name: String) -> String? {
    all.contains { $0.id == name } ? "/tour#\(name)" : nil
  }

  /// The screens, in the order of the tour.
  static let all = [
    TourStop(
      "list", "Recipes", "/",
      "Search, filters and sorts run in SQL. Open pages follow each save, also those of other programs.",
      sources: ["Values/RecipeQuery", "Storage/RecipeQuery+Descriptor", "Changes/BookChanges"],
      articles: ["Guides/Fetching", "Guides/Observation", "UseCases/DataModule"]),
    TourStop(
      "query", "The query of a list", "/query",
      "The predicate in Swift, the statement that it becomes, and SQLite’s plan.",
      sources: ["Storage/RecipeReader+Explanation"],
      articles: ["Guides/Fetching", "Guides/Performance"]),
    TourStop(
      "recipe", "A recipe", nil,
      "One model actor reads and one writes. Ingredients keep their order, and are deleted with their recipe.",
      sources: [
        "Models/Recipe", "Models/Ingredient", "Storage/RecipeReader", "Storage/RecipeWriter",
      ],
      articles: ["Guides/Models", "Guides/Contexts", "UseCases/PersistenceController"]),
    TourStop(
      "journal", "Journal", "/journal",
      "A live list that loads 20 entries at a time, by day, over any number of entries.",
      sources: ["Storage/RecipeReader+Journal"], articles: ["UseCases/LiveList"]),
    TourStop(
      "update", "A new version of the presets", "/update",
      "The recipes of a new book are presets. A new version updates them, and keeps the fields that you have edited.",
      sources: ["Presets/RecipeSeeds+Catalog", "Presets/StarterRecipes"],
      articles: ["UseCases/PreloadAndReset", "Presets"]),
    TourStop(
      "reset", "Reset", "/reset",
      "Discards your edits of presets, and restores deleted ones. A backup is made first, so the reset can be undone.",
      sources: ["Presets/StarterRecipes", "Presets/StarterReport+Presets"],
      articles: ["UseCases/PreloadAndReset", "Guides/Backups"]),
    TourStop(
      "deleted", "Deleted presets", "/deleted",
      "A deleted preset stays deleted in new versions too, until you restore it.",
      sources: ["Presets/StarterRecipes", "Presets/RecipeStates"], articles: ["Presets"]),
    TourStop(
      "history", "History, undo and redo", "/history",
      "All saves with their authors and times, from the history of the store. Undo reverts the edits of this program.",
      sources: ["Storage/RecipeReader+History", "Storage/RecipeWriter+Undo"],
      articles: ["Guides/History", "Guides/Undo"]),
    TourStop(
      "statistics", "Statistics", "/statistics",
      "Charts of the store, counted by SQLite without loading objects.",
      sources: ["Storage/RecipeReader+Statistics"], articles: ["Guides/Performance"]),
    TourStop(
      "sync", "Sync", "/sync",
      "Several devices share a book by a hub of your own, also after weeks offline and after a first launch offline.",
      sources: ["Sync/BookSync", "Sync/BookHub"], articles: ["UseCases/SyncedPresets", "Sync"]),
    TourStop(
      "conflicts", "Conflicts", "/sync/conflicts",
      "Two devices have changed the same field. All show the later change, and you can take the other one.",
      sources: ["Sync/BookSync+Conflicts"], articles: ["Sync"]),
  ]
}
