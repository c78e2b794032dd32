import SwiftData

/// A model with a unique property that may be nil.
@Model
final class Ticket {
  var code: String
  @Attribute(.unique) var seat: String?
  var title: String

  init(_ code: String, _ seat: String?, _ title: String) {
    self.code = code
    self.seat = seat
    self.title = title
  }
}
