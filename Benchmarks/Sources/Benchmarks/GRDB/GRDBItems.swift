import Foundation
import GRDB
import HeapUse

/// The model with eight columns, by GRDB.
final class GRDBItems<Record: ItemRecording>: ItemContender {
  static var library: Library { Record.library }

  private let file: URL
  private let queue: DatabaseQueue
  private var held: [Record] = []

  init(at file: URL) throws {
    self.file = file
    queue = try DatabaseQueue(benchmarkAt: file)
    try queue.write { try $0.execute(sql: ItemSteps.table) }
  }

  func create(_ values: [ItemValues], _ stopwatch: Stopwatch) {
    stopwatch.time(ItemSteps.create) {
      let records = values.map(Record.init)
      use(records)
      return records.count
    }
  }

  func insertCreated(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    let records = values.map(Record.init)
    try stopwatch.time(ItemSteps.insertCreated, operations: records.count) {
      try queue.write { database in
        for record in records { try record.insert(database) }
      }
    }
    use(records)
  }

  func insert(_ values: [ItemValues], as step: String, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(step, operations: values.count) {
      try queue.write { database in
        for values in values { try Record(values).insert(database) }
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
    if held.isEmpty { held = try queue.read { try Record.fetchAll($0) } }
    try RawDatabase.checkpoint(file)
    try stopwatch.time(ItemSteps.update, operations: positions.count) {
      try queue.write { database in
        for position in positions {
          held[position].count = count
          try held[position].update(database, columns: ["count"])
        }
      }
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
    let records = try queue.read { try Record.fetchAll($0) }
    stopwatch.note(ItemSteps.memory, since: before, objects: records.count)
    use(records)
  }

  private func fetch(_ step: String, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(step) {
      let records = try queue.read { try Record.fetchAll($0) }
      use(records)
      return records.count
    }
  }

  private func find(
    _ step: String,
    _ positions: [Int],
    _ stopwatch: Stopwatch
  ) throws {
    // A twentieth is enough to tell: the time for each operation is what is compared.
    let positions = positions.prefix(max(1, positions.count / 20))
    var sum = 0
    try queue.read { database in
      try stopwatch.time(step, operations: positions.count) {
        for position in positions {
          sum &+= try Record.fetchOne(database, key: position + 1)?.count ?? 0
        }
      }
    }
    use(sum)
  }
}
