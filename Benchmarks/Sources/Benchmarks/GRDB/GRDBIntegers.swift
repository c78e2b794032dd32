import Foundation
import GRDB

/// The model with ten integer columns, by GRDB.
final class GRDBIntegers<Record: IntegersRecording>: IntegerContender {
  static var library: Library { Record.library }

  private let queue: DatabaseQueue

  init(at file: URL) throws {
    queue = try DatabaseQueue(benchmarkAt: file)
    try queue.write { try $0.execute(sql: IntegerSteps.table) }
  }

  func insert(_ count: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.insert, operations: count) {
      try queue.write { database in
        for value in 0..<count { try Record(value).insert(database) }
      }
    }
  }

  func fetch(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(IntegerSteps.fetch) {
      let records = try queue.read { try Record.fetchAll($0) }
      use(records)
      return records.count
    }
  }
}
