import Foundation
import SwiftData

/// The models of a later version.
enum Later {
  /// The model with eight columns, when it counts in fractions.
  @Model
  final class Item {
    var id: UUID
    var count: Double
    var weight: Double
    var name: String
    var note: String
    var date: Date
    var isDone: Bool
    var rank: Int?

    init(
      id: UUID,
      count: Double,
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
}
