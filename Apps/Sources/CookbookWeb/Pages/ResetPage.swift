import CookbookModel

/// The question how far to go back, with what each answer does.
struct ResetPage: Page {
  static let template = "reset"

  var frame: PageFrame
  var keeping: ReportContent
  var deleting: ReportContent
  var isDeleting: Bool
  var failure: String?

  init(
    keeping: StarterReport,
    deleting: StarterReport,
    deletingOwn: Bool,
    failure: String?
  ) {
    frame = PageFrame(title: "Reset the recipes")
    self.keeping = ReportContent(keeping)
    self.deleting = ReportContent(deleting)
    isDeleting = deletingOwn
    self.failure = failure
  }
}
