import Foundation

/// The values of the complex objects: schools, their students, and the students' grades.
struct SchoolValues {
  struct School {
    var id: UUID
    var name: String
    var location: String
    var type: String
  }

  struct Student {
    var id: UUID
    var firstName: String
    var surname: String
    var age: Int

    /// The position of the student's school.
    var school: Int
  }

  struct Grade {
    var id: UUID
    var subject: String
    var grade: String
    var examBoard: String

    /// The position of the student.
    var student: Int
  }

  var schools: [School] = []
  var students: [Student] = []
  var grades: [Grade] = []

  static let subjects = [
    "maths", "physics", "chemistry", "biology", "english", "history", "geography", "french",
    "german", "spanish", "art", "music", "drama", "computing",
  ]
  static let gradeLevels = ["aStar", "a", "b", "c", "d", "e", "f", "u"]
  static let examBoards = ["aqa", "ocr", "edexcel"]
  static let wantedSchool = "Falconwood College"

  /// Seeded students in so many schools, with two to seven grades, each of another subject.
  init(schools schoolCount: Int = 100, students studentCount: Int = 10_000) {
    var random = SeededGenerator(seed: 4)
    for index in 0..<schoolCount {
      schools.append(School(index: index, random: &random))
    }
    for index in 0..<studentCount {
      students.append(Student(school: index % schoolCount, random: &random))
      let subjects = Self.subjects.shuffled(using: &random)
      for subject in subjects.prefix(Int.random(in: 2...7, using: &random)) {
        grades.append(Grade(subject: subject, student: index, random: &random))
      }
    }
  }
}

extension SchoolValues.School {
  fileprivate init(index: Int, random: inout SeededGenerator) {
    id = random.uuid()
    location = Names.towns.randomElement(using: &random) ?? ""
    name = index == 42 ? SchoolValues.wantedSchool : "\(location) School \(index)"
    type = Names.schoolKinds.randomElement(using: &random) ?? ""
  }
}

extension SchoolValues.Student {
  fileprivate init(school: Int, random: inout SeededGenerator) {
    id = random.uuid()
    firstName = Names.first.randomElement(using: &random) ?? ""
    surname = Names.last.randomElement(using: &random) ?? ""
    age = Int.random(in: 11...18, using: &random)
    self.school = school
  }
}

extension SchoolValues.Grade {
  fileprivate init(subject: String, student: Int, random: inout SeededGenerator) {
    id = random.uuid()
    self.subject = subject
    grade = SchoolValues.gradeLevels.randomElement(using: &random) ?? ""
    examBoard = SchoolValues.examBoards.randomElement(using: &random) ?? ""
    self.student = student
  }
}
