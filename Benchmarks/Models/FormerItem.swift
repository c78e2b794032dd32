import Foundation
import SwiftData

/// The models as they were before the present version.
enum Former {
  /// The model with eight columns, when it had seven.
  @Model
  final class Item {
    var id: UUID
    var count: Int
    var weight: Double
    var name: String
    var note: String
    var date: Date
    var isDone: Bool

    init(
      id: UUID,
      count: Int,
      weight: Double,
      name: String,
      note: String,
      date: Date,
      isDone: Bool
    ) {
      self.id = id
      self.count = count
      self.weight = weight
      self.name = name
      self.note = note
      self.date = date
      self.isDone = isDone
    }
  }
}
