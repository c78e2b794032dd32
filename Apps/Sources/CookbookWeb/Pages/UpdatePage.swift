import CookbookModel

/// The page with the changes that a new version of the presets would make.
struct UpdatePage: Page {
  static let template = "update"

  var frame: PageFrame
  var heading: String
  var version: Int
  /// Nil if there is no newer version.
  var report: ReportContent?

  init(_ report: StarterReport?, _ status: StarterStatus) {
    version = status.offered ?? status.version
    heading = report == nil ? "Your book has the newest presets" : "New version of the presets"
    frame = PageFrame(title: heading)
    frame.isOfferShown = false
    self.report = report.map { ReportContent($0, nothing: "Nothing in your book changes.") }
  }
}
