import Foundation
import GRDB

/// The simple objects, by GRDB.
final class GRDBUsers: UserContender {
  static let library = Library.grdb

  private let queue: DatabaseQueue

  init(at file: URL) throws {
    queue = try DatabaseQueue(benchmarkAt: file)
    try queue.write { try $0.execute(sql: UserSteps.table) }
  }

  func instantiate(_ values: [UserValues], _ stopwatch: Stopwatch) {
    stopwatch.time(UserSteps.instantiate) {
      let records = values.map(UserRecord.init)
      use(records)
      return records.count
    }
  }

  func create(_ values: [UserValues], _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.create, operations: values.count) {
      try queue.write { database in
        for values in values { try UserRecord(values).insert(database) }
      }
    }
  }

  func fetch(_ firstName: String, times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.fetch, operations: times) {
      for _ in 0..<times { use(try records(firstName)) }
    }
  }

  func rename(_ firstName: String, to newName: String, _ stopwatch: Stopwatch) throws {
    var records = try records(firstName)
    try stopwatch.time(UserSteps.rename, operations: records.count) {
      try queue.write { database in
        for index in records.indices {
          try records[index].updateChanges(database) { $0.firstName = newName }
        }
      }
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.delete, operations: 1) {
      _ = try queue.write { try UserRecord.deleteAll($0) }
    }
  }

  private func records(_ firstName: String) throws -> [UserRecord] {
    try queue.read { database in
      try UserRecord.filter(Column("firstName") == firstName).order(Column("age"))
        .fetchAll(database)
    }
  }
}
