import Foundation

/// A page that says what went wrong, and what can be done.
struct ErrorPage: Page {
  static let template = "error"

  let frame: PageFrame
  let heading: String
  let advice: [String]
  /// The error in the words of the library or of SQLite.
  let details: String?
}
