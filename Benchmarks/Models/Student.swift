import Foundation
import SwiftData

/// A student of a school, with some grades.
@Model
final class Student {
  @Attribute(.unique) var id: UUID
  var firstName: String
  var surname: String
  var age: Int
  var school: School?
  @Relationship(deleteRule: .cascade, inverse: \Grade.student) var grades: [Grade] = []

  init(id: UUID, firstName: String, surname: String, age: Int, school: School?) {
    self.id = id
    self.firstName = firstName
    self.surname = surname
    self.age = age
    self.school = school
  }
}
