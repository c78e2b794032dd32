public import Foundation

/// The input for an entry in a recipe's log.
public struct LogDraft: Equatable, Sendable {
  public var date: Date
  public var note: String
  public var rating: Int

  public init(date: Date = Date(), note: String = "", rating: Int) {
    self.date = date
    self.note = note
    self.rating = rating
  }

  /// Everything that keeps the draft out of the log.
  public func issues() -> [FieldIssue] {
    var issues: [FieldIssue] = []
    if !(1...5).contains(rating) {
      issues.append(FieldIssue(.rating, "Choose one to five stars."))
    }
    if note.count > 1000 {
      issues.append(FieldIssue(.note, "The note can have up to 1,000 characters."))
    }
    if date > Date().addingTimeInterval(172_800) {
      issues.append(FieldIssue(.date, "The day must not be in the future."))
    }
    return issues
  }
}
