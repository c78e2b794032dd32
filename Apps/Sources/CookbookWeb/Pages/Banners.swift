import CookbookModel

/// What every page offers at its top.
struct Banners {
  /// The newer version of the recipes that can be had.
  var offer: Int?
  /// What the last reset has done, if it can be taken back.
  var undo: String?

  init() {}

  init(_ status: StarterStatus) {
    offer = status.offered
    undo = status.undoable.map(Self.text)
  }

  private static func text(_ reset: UndoableReset) -> String {
    if let recipe = reset.recipe { return "“\(recipe.isolated)” is back to what the book says." }
    let summary = ReportContent(reset.report, nothing: "").summary
    return "The recipes are back to how they came: \(summary)."
  }
}
