import Foundation
import GRDB

/// A school as a GRDB record.
struct SchoolRecord: PersistableRecord {
  static let databaseTableName = "school"

  var values: SchoolValues.School

  func encode(to container: inout PersistenceContainer) {
    container["id"] = values.id
    container["name"] = values.name
    container["location"] = values.location
    container["type"] = values.type
  }
}

/// A student as a GRDB record.
struct StudentRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "student"

  var pk: Int?
  var id: UUID
  var firstName: String
  var surname: String
  var age: Int
  var school: Int?

  init(_ values: SchoolValues.Student) {
    id = values.id
    firstName = values.firstName
    surname = values.surname
    age = values.age
    school = values.school + 1
  }

  init(row: Row) {
    pk = row[0]
    id = row[1]
    firstName = row[2]
    surname = row[3]
    age = row[4]
    school = row[5]
  }

  func encode(to container: inout PersistenceContainer) {
    container["pk"] = pk
    container["id"] = id
    container["firstName"] = firstName
    container["surname"] = surname
    container["age"] = age
    container["school"] = school
  }
}

/// A grade as a GRDB record.
struct GradeRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "grade"

  var pk: Int?
  var id: UUID
  var subject: String
  var grade: String
  var examBoard: String
  var student: Int?

  init(_ values: SchoolValues.Grade) {
    id = values.id
    subject = values.subject
    grade = values.grade
    examBoard = values.examBoard
    student = values.student + 1
  }

  init(row: Row) {
    pk = row[0]
    id = row[1]
    subject = row[2]
    grade = row[3]
    examBoard = row[4]
    student = row[5]
  }

  func encode(to container: inout PersistenceContainer) {
    container["pk"] = pk
    container["id"] = id
    container["subject"] = subject
    container["grade"] = grade
    container["examBoard"] = examBoard
    container["student"] = student
  }
}
