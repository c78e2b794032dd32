import Foundation

/// The object with eight columns as a plain struct.
struct ItemRow {
  var pk = 0
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

  /// The current row, its columns in the order of the table.
  @inline(__always)
  init(row: OpaquePointer) {
    pk = row.int(0)
    id = row.uuid(1)
    count = row.int(2)
    weight = row.double(3)
    name = row.text(4)
    note = row.text(5)
    date = Date(timeIntervalSinceReferenceDate: row.double(6))
    isDone = row.int(7) != 0
    rank = row.optionalInt(8)
  }
}
