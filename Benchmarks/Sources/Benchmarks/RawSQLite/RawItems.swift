import Foundation
import HeapUse

/// The model with eight columns, by the C API.
final class RawItems: ItemContender {
  static let library = Library.raw

  private let file: URL
  private let database: RawDatabase
  private let selectAll: RawStatement
  private let selectOne: RawStatement
  private let insertOne: RawStatement
  private let updateOne: RawStatement

  init(at file: URL) throws {
    self.file = file
    database = try RawDatabase(at: file)
    try database.execute(ItemSteps.table)
    let columns = "pk, id, count, weight, name, note, date, isDone, rank"
    selectAll = try database.prepare("SELECT \(columns) FROM item")
    selectOne = try database.prepare("SELECT \(columns) FROM item WHERE pk = ?")
    insertOne = try database.prepare(
      """
      INSERT INTO item (id, count, weight, name, note, date, isDone, rank)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """
    )
    updateOne = try database.prepare("UPDATE item SET count = ? WHERE pk = ?")
  }

  func create(_ values: [ItemValues], _ stopwatch: Stopwatch) {
    stopwatch.time(ItemSteps.create) {
      let rows = values.map(ItemRow.init)
      use(rows)
      return rows.count
    }
  }

  func insertCreated(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    let rows = values.map(ItemRow.init)
    try stopwatch.time(ItemSteps.insertCreated, operations: rows.count) {
      try database.transaction {
        for row in rows { try insert(row) }
      }
    }
    use(rows)
  }

  func insert(_ values: [ItemValues], as step: String, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(step, operations: values.count) {
      try database.transaction {
        for values in values { try insert(ItemRow(values)) }
      }
    }
  }

  func fetch(_ stopwatch: Stopwatch) throws {
    try fetch(ItemSteps.fetch, stopwatch)
  }

  func refetch(_ stopwatch: Stopwatch) throws {
    try fetch(ItemSteps.refetch, stopwatch)
  }

  func update(_ positions: [Int], to count: Int, _ stopwatch: Stopwatch) throws {
    try RawDatabase.checkpoint(file)
    try stopwatch.time(ItemSteps.update, operations: positions.count) {
      try database.transaction {
        for position in positions {
          updateOne.pointer.bind(count, 1)
          updateOne.pointer.bind(position + 1, 2)
          try updateOne.run()
        }
      }
    }
  }

  /// Sets the count of each object, from the first one on, in transactions of their own.
  ///
  /// - Returns: The time of each transaction.
  func updateSingly(to counts: [Int]) throws -> [Time] {
    try counts.enumerated().map { position, count in
      let start = Time.now
      try database.transaction {
        updateOne.pointer.bind(count, 1)
        updateOne.pointer.bind(position + 1, 2)
        try updateOne.run()
      }
      return Time.now - start
    }
  }

  func findMissing(_ positions: [Int], _ stopwatch: Stopwatch) throws {
    try find(ItemSteps.miss, positions, stopwatch)
  }

  func findHeld(_ positions: [Int], _ stopwatch: Stopwatch) throws {
    try find(ItemSteps.hit, positions, stopwatch)
  }

  func weigh(_ stopwatch: Stopwatch) throws {
    let before = heap_use()
    let rows = try selectAll.rows { ItemRow(row: $0) }
    stopwatch.note(ItemSteps.memory, since: before, objects: rows.count)
    use(rows)
  }

  @inline(__always)
  private func insert(_ row: ItemRow) throws {
    let statement = insertOne.pointer
    try statement.bind(row.id, 1) {
      statement.bind(row.count, 2)
      statement.bind(row.weight, 3)
      statement.bind(row.date.timeIntervalSinceReferenceDate, 6)
      statement.bind(row.isDone ? 1 : 0, 7)
      statement.bind(row.rank, 8)
      try statement.bind(row.name, 4) {
        try statement.bind(row.note, 5) {
          try insertOne.run()
        }
      }
    }
  }

  private func fetch(_ step: String, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(step) {
      let rows = try selectAll.rows { ItemRow(row: $0) }
      use(rows)
      return rows.count
    }
  }

  private func find(
    _ step: String,
    _ positions: [Int],
    _ stopwatch: Stopwatch
  ) throws {
    var sum = 0
    try stopwatch.time(step, operations: positions.count) {
      for position in positions {
        selectOne.pointer.bind(position + 1, 1)
        sum &+= try selectOne.row { ItemRow(row: $0) }?.count ?? 0
      }
    }
    use(sum)
  }
}
