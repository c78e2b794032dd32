import Foundation

/// The row of ten integers as a plain struct.
struct IntegersRow {
  var pk: Int
  var i0: Int
  var i1: Int
  var i2: Int
  var i3: Int
  var i4: Int
  var i5: Int
  var i6: Int
  var i7: Int
  var i8: Int
  var i9: Int

  @inline(__always)
  init(row: OpaquePointer) {
    pk = row.int(0)
    i0 = row.int(1)
    i1 = row.int(2)
    i2 = row.int(3)
    i3 = row.int(4)
    i4 = row.int(5)
    i5 = row.int(6)
    i6 = row.int(7)
    i7 = row.int(8)
    i8 = row.int(9)
    i9 = row.int(10)
  }
}

/// The model with ten integer columns, by the C API.
final class RawIntegers: IntegerContender {
  static let library = Library.raw

  private let database: RawDatabase
  private let selectAll: RawStatement
  private let insertOne: RawStatement

  init(at file: URL) throws {
    database = try RawDatabase(at: file)
    try database.execute(IntegerSteps.table)
    selectAll = try database.prepare(
      "SELECT pk, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9 FROM item"
    )
    insertOne = try database.prepare(
      """
      INSERT INTO item (i0, i1, i2, i3, i4, i5, i6, i7, i8, i9)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    )
  }

  func insert(_ count: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.insert, operations: count) {
      try database.transaction {
        for value in 0..<count {
          for parameter in 1...10 as ClosedRange<Int32> { insertOne.pointer.bind(value, parameter) }
          try insertOne.run()
        }
      }
    }
  }

  func fetch(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.fetch) {
      let rows = try selectAll.rows { IntegersRow(row: $0) }
      use(rows)
      return rows.count
    }
  }
}
