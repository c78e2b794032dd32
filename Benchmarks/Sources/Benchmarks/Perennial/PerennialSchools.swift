import Foundation
import SwiftData

/// The complex objects, by Perennial, with the predicates that an app would write.
final class PerennialSchools: SchoolContender {
  static let library = Library.perennial

  private let container: ModelContainer

  init(at file: URL) throws {
    container = try ModelContainer(
      for: School.self,
      Student.self,
      Grade.self,
      configurations: ModelConfiguration(url: file)
    )
  }

  func create(_ values: SchoolValues, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.create, operations: 1) {
      let context = ModelContext(container)
      let schools = values.schools.map(School.init)
      for school in schools { context.insert(school) }
      let students = values.students.map { Student($0, school: schools[$0.school]) }
      for student in students { context.insert(student) }
      for grade in values.grades {
        context.insert(Grade(grade, student: students[grade.student]))
      }
      try context.save()
    }
  }

  func fetchPhysicists(times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.physics, operations: times) {
      for _ in 0..<times {
        let context = ModelContext(container)
        let descriptor = FetchDescriptor<Student>(
          predicate: #Predicate { student in
            student.grades.contains { $0.subject == "physics" && $0.grade == "aStar" }
          }
        )
        use(try context.fetch(descriptor))
      }
    }
  }

  func fetchMathematicians(times: Int, _ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.maths, operations: times) {
      for _ in 0..<times { use(try mathematicians(ModelContext(container))) }
    }
  }

  func failMathematicians(_ stopwatch: Stopwatch) throws {
    let context = ModelContext(container)
    let students = try mathematicians(context)
    try stopwatch.time(SchoolSteps.fail, operations: 1) {
      for student in students {
        for grade in student.grades where grade.subject == "maths" {
          grade.grade = "f"
        }
      }
      try context.save()
    }
  }

  func deleteAll(_ stopwatch: Stopwatch) throws {
    try stopwatch.time(SchoolSteps.delete, operations: 1) {
      let context = ModelContext(container)
      try context.delete(model: Grade.self)
      try context.delete(model: Student.self)
      try context.delete(model: School.self)
      try context.save()
    }
  }

  private func mathematicians(_ context: ModelContext) throws -> [Student] {
    let descriptor = FetchDescriptor<Student>(
      predicate: #Predicate { student in
        student.school?.name == "Falconwood College"
          && student.grades.contains { $0.subject == "maths" }
      }
    )
    return try context.fetch(descriptor)
  }
}
