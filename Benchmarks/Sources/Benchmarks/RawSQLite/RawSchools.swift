import Foundation

/// The complex objects, by the C API and SQL that was written by hand.
final class RawSchools: SchoolContender {
  static let library = Library.raw

  private let database: RawDatabase
  private let selectPhysicists: RawStatement
  private let selectMathematicians: RawStatement
  private let selectGradesInMaths: RawStatement
  private let updateGrade: RawStatement

  init(at file: URL) throws {
    database = try RawDatabase(at: file)
    try database.execute(SchoolSteps.tables)
    selectPhysicists = try database.prepare(SchoolSteps.physicists)
    selectMathematicians = try database.prepare(SchoolSteps.mathematicians)
    selectGradesInMaths = try database.prepare(SchoolSteps.gradesInMaths)
    updateGrade = try database.prepare("UPDATE grade SET grade = 'f' WHERE pk = ?")
  }

  func create(_ values: SchoolValues, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.create, operations: 1) {
      try database.transaction {
        try insert(values.schools)
        try insert(values.students)
        try insert(values.grades)
      }
    }
  }

  func fetchPhysicists(times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.physics, operations: times) {
      for _ in 0..<times { use(try selectPhysicists.rows { StudentRow(row: $0) }) }
    }
  }

  func fetchMathematicians(times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.maths, operations: times) {
      for _ in 0..<times { use(try selectMathematicians.rows { StudentRow(row: $0) }) }
    }
  }

  func failMathematicians(_ stopwatch: Stopwatch) throws {
    let students = try selectMathematicians.rows { StudentRow(row: $0) }
    try stopwatch.time(SchoolSteps.fail, operations: 1) {
      try database.transaction {
        for student in students {
          selectGradesInMaths.pointer.bind(student.pk, 1)
          for grade in try selectGradesInMaths.rows({ $0.int(0) }) {
            updateGrade.pointer.bind(grade, 1)
            try updateGrade.run()
          }
        }
      }
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.delete, operations: 1) {
      try database.transaction {
        try database.execute("DELETE FROM grade; DELETE FROM student; DELETE FROM school")
      }
    }
  }

  private func insert(_ schools: [SchoolValues.School]) throws {
    let insert = try database.prepare(
      "INSERT INTO school (id, name, location, type) VALUES (?, ?, ?, ?)"
    )
    for school in schools {
      try insert.pointer.bind(school.id, 1) {
        try insert.pointer.bind(school.name, 2) {
          try insert.pointer.bind(school.location, 3) {
            try insert.pointer.bind(school.type, 4) { try insert.run() }
          }
        }
      }
    }
  }

  private func insert(_ students: [SchoolValues.Student]) throws {
    let insert = try database.prepare(
      "INSERT INTO student (id, firstName, surname, age, school) VALUES (?, ?, ?, ?, ?)"
    )
    for student in students {
      try insert.pointer.bind(student.id, 1) {
        try insert.pointer.bind(student.firstName, 2) {
          try insert.pointer.bind(student.surname, 3) {
            insert.pointer.bind(student.age, 4)
            insert.pointer.bind(student.school + 1, 5)
            try insert.run()
          }
        }
      }
    }
  }

  private func insert(_ grades: [SchoolValues.Grade]) throws {
    let insert = try database.prepare(
      "INSERT INTO grade (id, subject, grade, examBoard, student) VALUES (?, ?, ?, ?, ?)"
    )
    for grade in grades {
      try insert.pointer.bind(grade.id, 1) {
        try insert.pointer.bind(grade.subject, 2) {
          try insert.pointer.bind(grade.grade, 3) {
            try insert.pointer.bind(grade.examBoard, 4) {
              insert.pointer.bind(grade.student + 1, 5)
              try insert.run()
            }
          }
        }
      }
    }
  }
}
