import Foundation

/// The simple objects, by the C API.
final class RawUsers: UserContender {
  static let library = Library.raw

  private let database: RawDatabase
  private let insertOne: RawStatement
  private let selectByName: RawStatement
  private let renameOne: RawStatement

  init(at file: URL) throws {
    database = try RawDatabase(at: file)
    try database.execute(UserSteps.table)
    insertOne = try database.prepare(
      "INSERT INTO user (id, firstName, surname, age) VALUES (?, ?, ?, ?)"
    )
    selectByName = try database.prepare(
      "SELECT pk, id, firstName, surname, age FROM user WHERE firstName = ? ORDER BY age"
    )
    renameOne = try database.prepare("UPDATE user SET firstName = ? WHERE pk = ?")
  }

  func instantiate(_ values: [UserValues], _ stopwatch: Stopwatch) {
    stopwatch.time(UserSteps.instantiate) {
      let rows = values.map(UserRow.init)
      use(rows)
      return rows.count
    }
  }

  func create(_ values: [UserValues], _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.create, operations: values.count) {
      try database.transaction {
        for values in values { try insert(UserRow(values)) }
      }
    }
  }

  func fetch(_ firstName: String, times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.fetch, operations: times) {
      for _ in 0..<times { use(try rows(firstName)) }
    }
  }

  func rename(_ firstName: String, to newName: String, _ stopwatch: Stopwatch) throws {
    var rows = try rows(firstName)
    try stopwatch.time(UserSteps.rename, operations: rows.count) {
      try database.transaction {
        for index in rows.indices {
          rows[index].firstName = newName
          renameOne.pointer.bind(rows[index].pk, 2)
          try renameOne.pointer.bind(rows[index].firstName, 1) { try renameOne.run() }
        }
      }
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(UserSteps.delete, operations: 1) {
      try database.transaction { try database.execute("DELETE FROM user") }
    }
  }

  private func rows(_ firstName: String) throws -> [UserRow] {
    try selectByName.pointer.bind(firstName, 1) { try selectByName.rows { UserRow(row: $0) } }
  }

  @inline(__always)
  private func insert(_ row: UserRow) throws {
    let statement = insertOne.pointer
    try statement.bind(row.id, 1) {
      try statement.bind(row.firstName, 2) {
        try statement.bind(row.surname, 3) {
          statement.bind(row.age, 4)
          try insertOne.run()
        }
      }
    }
  }
}
