import CookbookModel

/// The question how far to go back, with what each answer does.
struct ResetPage: Page {
  static let template = "reset"

  var frame: PageFrame
  var choices: [ResetChoice]
  /// A Boolean value that indicates whether any of the choices does something.
  var isPossible: Bool
  var failure: String?

  init(
    keeping: StarterReport,
    deleting: StarterReport,
    deletingOwn: Bool,
    notice: Notice?,
    failure: String?
  ) {
    frame = PageFrame(title: "Reset the recipes", notice: notice)
    // A choice that does nothing is disabled. The choice that deletes is never preselected.
    choices = [
      ResetChoice(
        value: "keep",
        label: "Keep my recipes",
        hint: "Your own recipes, the log and the favourites stay.",
        report: ReportContent(
          keeping, nothing: "There is nothing to reset: no preset is edited or deleted."),
        isChosen: !deletingOwn && !keeping.isEmpty
      ),
      ResetChoice(
        value: "delete",
        label: "Delete everything",
        hint: "Your own recipes, the log and the favourite marks are deleted, too.",
        report: ReportContent(
          deleting, nothing: "There is nothing to reset or to delete: the book is as new."),
        isChosen: deletingOwn && !deleting.isEmpty
      ),
    ]
    isPossible = !keeping.isEmpty || !deleting.isEmpty
    self.failure = failure
  }
}

/// One answer to the question how far to go back.
struct ResetChoice {
  var value: String
  var label: String
  var hint: String
  var report: ReportContent
  var isChosen: Bool
}
