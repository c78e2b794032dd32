import Foundation
import GRDB

/// The complex objects, by GRDB, with the same SQL as by hand.
final class GRDBSchools: SchoolContender {
  static let library = Library.grdb

  private let queue: DatabaseQueue

  init(at file: URL) throws {
    queue = try DatabaseQueue(benchmarkAt: file)
    try queue.write { try $0.execute(sql: SchoolSteps.tables) }
  }

  func create(_ values: SchoolValues, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.create, operations: 1) {
      try queue.write { database in
        for school in values.schools { try SchoolRecord(values: school).insert(database) }
        for student in values.students { try StudentRecord(student).insert(database) }
        for grade in values.grades { try GradeRecord(grade).insert(database) }
      }
    }
  }

  func fetchPhysicists(times: Int, _ stopwatch: Stopwatch) throws {
    try fetch(SchoolSteps.physics, SchoolSteps.physicists, times: times, stopwatch)
  }

  func fetchMathematicians(times: Int, _ stopwatch: Stopwatch) throws {
    try fetch(SchoolSteps.maths, SchoolSteps.mathematicians, times: times, stopwatch)
  }

  func failMathematicians(_ stopwatch: Stopwatch) throws {
    let students = try students(SchoolSteps.mathematicians)
    try stopwatch.time(SchoolSteps.fail, operations: 1) {
      try queue.write { database in
        for student in students {
          let grades = GradeRecord.filter(Column("student") == student.pk)
            .filter(Column("subject") == "maths")
          for var grade in try grades.fetchAll(database) {
            try grade.updateChanges(database) { $0.grade = "f" }
          }
        }
      }
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.delete, operations: 1) {
      try queue.write { database in
        try GradeRecord.deleteAll(database)
        try StudentRecord.deleteAll(database)
        try SchoolRecord.deleteAll(database)
      }
    }
  }

  private func fetch(
    _ step: String,
    _ sql: String,
    times: Int,
    _ stopwatch: Stopwatch
  ) throws {
    try stopwatch.time(step, operations: times) {
      for _ in 0..<times { use(try students(sql)) }
    }
  }

  private func students(_ sql: String) throws -> [StudentRecord] {
    try queue.read { database in
      try StudentRecord.fetchAll(try database.cachedStatement(sql: sql))
    }
  }
}
