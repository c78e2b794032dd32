import Foundation
import SwiftData

/// A student's grade in a subject.
@Model
final class Grade {
  @Attribute(.unique) var id: UUID
  var subject: String
  var grade: String
  var examBoard: String
  var student: Student?

  init(id: UUID, subject: String, grade: String, examBoard: String, student: Student?) {
    self.id = id
    self.subject = subject
    self.grade = grade
    self.examBoard = examBoard
    self.student = student
  }
}
