import Foundation
import SwiftData

/// An object with ten attributes.
@Model
final class LoadEntry {
  var number: Int
  var title: String
  var text: String
  var note: String?
  var amount: Double
  var created: Date
  var identifier: UUID
  var isDone: Bool
  var rank: Int
  var rating: Int?

  init(_ number: Int) {
    self.number = number
    title = "Entry \(number)"
    text = "A text of about forty characters, number \(number)"
    note = number.isMultiple(of: 2) ? nil : "A note"
    amount = Double(number) / 8
    created = Date(timeIntervalSinceReferenceDate: Double(number))
    identifier = UUID()
    isDone = number.isMultiple(of: 3)
    rank = number % 100
    rating = number.isMultiple(of: 5) ? nil : number % 5
  }
}
