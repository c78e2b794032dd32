import Foundation
import GRDB

/// The object with eight columns as a GRDB record that leaves everything to `Codable`.
struct ItemCodableRecord: Codable, ItemRecording {
  static let library = Library.grdbCodable
  static let databaseTableName = "item"

  var pk: Int?
  var id: UUID
  var count: Int
  var weight: Double
  var name: String
  var note: String
  var date: Date
  var isDone: Bool
  var rank: Int?

  init(_ values: ItemValues) {
    id = values.id
    count = values.count
    weight = values.weight
    name = values.name
    note = values.note
    date = values.date
    isDone = values.isDone
    rank = values.rank
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }
}
