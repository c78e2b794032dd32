import Foundation
import GRDB

/// The common requirements of GRDB's two kinds of record.
protocol ItemRecording: FetchableRecord, PersistableRecord {
  static var library: Library { get }
  var count: Int { get set }
  init(_ values: ItemValues)
}

/// The object with eight columns as a GRDB record that reads by position and writes by hand.
struct ItemRecord: ItemRecording {
  static let library = Library.grdb
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

  init(row: Row) {
    pk = row[0]
    id = row[1]
    count = row[2]
    weight = row[3]
    name = row[4]
    note = row[5]
    date = Date(timeIntervalSinceReferenceDate: row[6])
    isDone = row[7]
    rank = row[8]
  }

  func encode(to container: inout PersistenceContainer) {
    container["pk"] = pk
    container["id"] = id
    container["count"] = count
    container["weight"] = weight
    container["name"] = name
    container["note"] = note
    container["date"] = date.timeIntervalSinceReferenceDate
    container["isDone"] = isDone
    container["rank"] = rank
  }
}
