import Foundation
import SwiftData

/// The model with eight columns.
@Model
final class Item {
  var id: UUID
  var count: Int
  var weight: Double
  var name: String
  var note: String
  var date: Date
  var isDone: Bool
  var rank: Int?

  init(
    id: UUID,
    count: Int,
    weight: Double,
    name: String,
    note: String,
    date: Date,
    isDone: Bool,
    rank: Int?
  ) {
    self.id = id
    self.count = count
    self.weight = weight
    self.name = name
    self.note = note
    self.date = date
    self.isDone = isDone
    self.rank = rank
  }
}
