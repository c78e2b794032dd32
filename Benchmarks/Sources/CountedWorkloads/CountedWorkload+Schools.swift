import Foundation
import SwiftData

/// The workloads on the models with relationships.
extension CountedWorkload {
  static var schools: [CountedWorkload] {
    [
      CountedWorkload(
        "insert-relationships", "insert and save 1,000 students in 50 schools, with 4,500 grades"
      ) { file in
        let values = SchoolValues(schools: 50, students: 1_000)
        let container = try schoolContainer(file)
        return { try insert(values, into: container) }
      },
      CountedWorkload(
        "fetch-school", "fetch the students of one school of 50 with a grade in maths, 50 times"
      ) { file in
        let container = try schoolContainer(file, with: SchoolValues(schools: 50, students: 2_000))
        return {
          for _ in 0..<50 {
            let name = SchoolValues.wantedSchool
            let descriptor = FetchDescriptor<Student>(
              predicate: #Predicate { student in
                student.school?.name == name && student.grades.contains { $0.subject == "maths" }
              })
            use(try ModelContext(container).fetch(descriptor))
          }
        }
      },
      CountedWorkload("walk", "read the school of the student of each of 9,000 grades") { file in
        let container = try schoolContainer(file, with: SchoolValues(schools: 50, students: 2_000))
        return {
          let context = ModelContext(container)
          var sum = 0
          for grade in try context.fetch(FetchDescriptor<Grade>()) {
            sum &+= grade.student?.school?.name.utf8.count ?? 0
          }
          use(sum)
        }
      },
    ]
  }

  private static func schoolContainer(_ file: URL) throws -> ModelContainer {
    try ModelContainer(
      for: School.self, Student.self, Grade.self, configurations: ModelConfiguration(url: file))
  }

  /// Makes a store, and opens it again.
  private static func schoolContainer(_ file: URL, with values: SchoolValues) throws
    -> ModelContainer
  {
    try insert(values, into: schoolContainer(file))
    return try schoolContainer(file)
  }

  private static func insert(_ values: SchoolValues, into container: ModelContainer) throws {
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
