import Foundation

/// The tour: each screen with the use case that it shows, its source, and the article about it.
struct TourPage: Page {
  static let template = "tour"

  var frame = PageFrame(title: "Tour")
  var stops: [TourRow]
  /// A Boolean value that indicates whether the files are links.
  var hasFiles: Bool

  /// - Parameters:
  ///   - hasHub: `true` if the book has a hub, so that the screens of the sync exist.
  ///   - hasFiles: `true` if the files of the project can be shown.
  init(hasHub: Bool, hasFiles: Bool) {
    self.hasFiles = hasFiles
    stops = TourStop.all.map { TourRow($0, hasHub: hasHub, hasFiles: hasFiles) }
  }
}

/// A screen of the tour as the template shows it.
struct TourRow {
  var id: String
  var title: String
  /// The address of the screen; nil if the book does not have it.
  var address: String?
  var text: String
  /// A sentence about the way to get the screen; nil if the book has it.
  var hint: String?
  var sources: [TourFile]
  var articles: [TourFile]

  init(_ stop: TourStop, hasHub: Bool, hasFiles: Bool) {
    let isMissing = stop.needsHub && !hasHub
    (id, title, text) = (stop.id, stop.title, stop.text)
    address = isMissing ? nil : stop.address
    hint =
      isMissing ? "This screen needs a hub: see “make run-sync”, or the option --hub." : nil
    sources = stop.sources.map { TourFile($0, isShown: hasFiles) }
    articles = stop.articles.map { TourFile($0, isShown: hasFiles) }
  }
}

/// A source or an article as the template shows it.
struct TourFile {
  var path: String
  /// The address of the page with its text; nil if the file cannot be shown. A template searches the screen for a
  /// property that is nil here, so the name is not that of the screen's address.
  var textAddress: String?

  init(_ path: String, isShown: Bool) {
    self.path = path
    guard isShown else { return }
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/.-_"))
    textAddress = path.addingPercentEncoding(withAllowedCharacters: allowed).map {
      "/tour/file?path=\($0)"
    }
  }
}

/// A screen of the tour.
struct TourStop: Sendable {
  /// The name of the page's template, which is also the anchor of the stop.
  let id: String
  let title: String
  /// The address of the screen.
  let address: String
  let text: String
  /// The files below the folder of the project.
  let sources: [String]
  let articles: [String]
  /// A Boolean value that indicates whether only books with a hub have the screen.
  let needsHub: Bool

  private init(
    _ id: String, title: String, address: String, text: String, sources: [String],
    articles: [String], needsHub: Bool = false
  ) {
    self.needsHub = needsHub
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
      "list", title: "Recipes", address: "/",
      text:
        "Search, filters and sorts run in SQL. Open pages follow each save, also those of other programs.",
      sources: ["Values/RecipeQuery", "Storage/RecipeQuery+Descriptor", "Changes/BookChanges"],
      articles: ["Guides/Fetching", "Guides/Observation", "UseCases/DataModule"]),
    TourStop(
      "query", title: "The query of a list", address: "/query",
      text: "The predicate in Swift, the statement that it becomes, and SQLite’s plan.",
      sources: ["Storage/RecipeReader+Explanation"],
      articles: ["Guides/Fetching", "Guides/Performance"]),
    TourStop(
      "recipe", title: "A recipe", address: "/surprise",
      text:
        "One model actor reads and one writes. Ingredients keep their order, and are deleted with their recipe.",
      sources: [
        "Models/Recipe", "Models/Ingredient", "Storage/RecipeReader", "Storage/RecipeWriter",
      ],
      articles: ["Guides/Models", "Guides/Contexts", "UseCases/PersistenceController"]),
    TourStop(
      "journal", title: "Journal", address: "/journal",
      text: "A live list that loads 20 entries at a time, by day, over any number of entries.",
      sources: ["Storage/RecipeReader+Journal"], articles: ["UseCases/LiveList"]),
    TourStop(
      "update", title: "A new version of the presets", address: "/update",
      text:
        "The recipes of a new book are presets. A new version updates them, and keeps the fields that you have edited.",
      sources: ["Presets/RecipeSeeds+Catalog", "Presets/StarterRecipes"],
      articles: ["UseCases/PreloadAndReset", "Presets"]),
    TourStop(
      "reset", title: "Reset", address: "/reset",
      text:
        "Discards your edits of presets, and restores deleted ones. A backup is made first, so the reset can be undone.",
      sources: ["Presets/StarterRecipes", "Presets/StarterReport+Presets"],
      articles: ["UseCases/PreloadAndReset", "Guides/Backups"]),
    TourStop(
      "deleted", title: "Deleted presets", address: "/deleted",
      text: "A deleted preset stays deleted in new versions too, until you restore it.",
      sources: ["Presets/StarterRecipes", "Presets/RecipeStates"], articles: ["Presets"]),
    TourStop(
      "history", title: "History, undo and redo", address: "/history",
      text:
        "All saves with their authors and times, from the history of the store. Undo reverts the edits of this program.",
      sources: ["Storage/RecipeReader+History", "Storage/RecipeWriter+Undo"],
      articles: ["Guides/History", "Guides/Undo"]),
    TourStop(
      "statistics", title: "Statistics", address: "/statistics",
      text: "Charts of the store, counted by SQLite without loading objects.",
      sources: ["Storage/RecipeReader+Statistics"], articles: ["Guides/Performance"]),
    TourStop(
      "sync", title: "Sync", address: "/sync",
      text:
        "Several devices share a book by a hub of your own, also after weeks offline and after a first launch offline.",
      sources: ["Sync/BookSync", "Sync/BookHub"], articles: ["UseCases/SyncedPresets", "Sync"],
      needsHub: true),
    TourStop(
      "conflicts", title: "Conflicts", address: "/sync/conflicts",
      text:
        "Two devices have changed the same field. All show the later change, and you can take the other one.",
      sources: ["Sync/BookSync+Conflicts"], articles: ["Sync"], needsHub: true),
  ]
}
