import CookbookModel

/// The offers at the top of every page.
struct Banners: Equatable, Sendable {
  /// The newer version of the recipes that can be had.
  var offer: Int?
  /// The description of the last reset, if it can be taken back.
  var undo: String?

  init() {}

  init(_ status: StarterStatus) {
    offer = status.offered
    undo = status.undoable.map(Self.text)
  }

  private static func text(_ reset: UndoableReset) -> String {
    if let recipe = reset.recipe { return "“\(recipe.isolated)” has the book's text again." }
    let summary = ReportContent(reset.report, nothing: "").summary
    return "The recipes are reset: \(summary)."
  }
}
