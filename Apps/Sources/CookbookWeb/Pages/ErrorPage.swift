import HTTPTypes

/// A page that says what went wrong, and where to go from here.
struct ErrorPage: Page {
  static let template = "error"

  var frame: PageFrame
  var code: Int
  var heading: String
  var explanation: String
  var isMissing: Bool

  init(_ problem: Problem) {
    frame = PageFrame(title: problem.heading)
    code = problem.status.code
    heading = problem.heading
    explanation = problem.message
    isMissing = problem.status == .notFound
  }
}
