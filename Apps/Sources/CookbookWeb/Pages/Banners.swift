import CookbookModel

/// The offers at the top of every page.
struct Banners: Equatable, Sendable {
  /// The newer version of the recipes that can be had.
  var offer: Int?
  /// The last reset, if it can be undone.
  var undo: ResetBanner?

  init() {}

  init(_ status: StarterStatus) {
    offer = status.offered
    undo = status.undoable.map(ResetBanner.init)
  }
}

/// The last reset, as the template shows it.
struct ResetBanner: Equatable, Sendable {
  /// The effects of the reset in a sentence.
  var text: String
  /// The time of the reset. An undo discards later changes.
  var moment: String

  init(_ reset: UndoableReset) {
    moment = PageText.moment(reset.date)
    guard let recipe = reset.recipe else {
      text = "The recipes are reset: \(ReportContent(reset.report, nothing: "").summary)."
      return
    }
    let parts = reset.report.updated.flatMap(\.fields).map { $0.label.lowercased() }
    let list = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    text = "“\(recipe.isolated)” is restored\(list)."
  }
}
