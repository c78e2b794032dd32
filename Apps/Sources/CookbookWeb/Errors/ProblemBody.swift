import CookbookModel

/// An error in the JSON interface: `{"error": {"code": …, "message": …, "fields": […]}}`.
struct ProblemBody: Encodable {
  struct Content: Encodable {
    var code: String
    var message: String
    var fields: [FieldIssue]?
  }

  var error: Content

  init(_ problem: Problem) {
    error = Content(
      code: problem.code,
      message: problem.message,
      fields: problem.fields.isEmpty ? nil : problem.fields
    )
  }
}
