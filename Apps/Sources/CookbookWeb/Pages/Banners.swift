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
    if let recipe = reset.recipe { return "“\(recipe)” is back to what the book says." }
    let report = reset.report
    let parts = [
      (report.updated.count, "changed back"),
      (report.broughtBack.count, "brought back"),
      (report.deletedRecipes, "of your own deleted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let summary = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "The recipes are back to how they came\(summary)."
  }
}
