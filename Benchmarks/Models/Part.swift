import SwiftData

/// A part of a whole, which has further parts: a link of a chain of any length.
@Model
final class Part {
  var number: Int
  var next: Part?
  @Relationship(deleteRule: .cascade, inverse: \Part.whole) var parts: [Part] = []
  var whole: Part?

  init(number: Int) {
    self.number = number
  }
}
