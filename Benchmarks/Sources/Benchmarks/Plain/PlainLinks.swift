/// A collection and the references back to its owner, of plain Swift objects, both set by hand.
final class PlainLinks {
  private final class School {
    var students: [Student] = []
  }

  private final class Student {
    let number: Int
    unowned(unsafe) var school: School?

    init(number: Int) { self.number = number }
  }

  private let school = School()

  init(members: Int) {
    for number in 0..<members { append(Student(number: number)) }
  }

  private func append(_ student: Student) {
    school.students.append(student)
    student.school = school
  }

  func change(_ stopwatch: Stopwatch, _ changes: Int) {
    let members = school.students.count
    let new = (0..<changes).map { Student(number: $0) }
    stopwatch.time(LinkSteps.append(members), operations: changes) {
      for student in new { append(student) }
    }
    stopwatch.time(LinkSteps.remove(members), operations: changes) {
      for _ in 0..<changes { school.students.removeLast().school = nil }
    }
    use(school.students.count)
  }
}
