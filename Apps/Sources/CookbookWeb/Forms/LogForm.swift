import CookbookModel
import Foundation
import HardenedHTTP

/// The form of the cooking log as it was typed.
struct LogForm {
  var date: String
  var rating: String
  var note: String

  /// An empty form, for today.
  init() {
    date = PageText.day(Date())
    rating = ""
    note = ""
  }

  /// The form as it was sent.
  init(_ fields: FormFields) {
    date = fields["date"]
    rating = fields["rating"]
    note = fields["note"]
  }

  /// The log entry that the form describes, and what is wrong with it.
  func draft() -> (draft: LogDraft, issues: [FieldIssue]) {
    var issues: [FieldIssue] = []
    let day = PageText.date(ofDay: date)
    if day == nil { issues.append(FieldIssue(.date, "Write the day as 2026-12-31.")) }
    let draft = LogDraft(date: day ?? Date(), note: note, rating: Int(rating) ?? 0)
    return (draft, issues + draft.issues())
  }
}
