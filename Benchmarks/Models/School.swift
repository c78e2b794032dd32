import Foundation
import SwiftData

/// A school with many students.
@Model
final class School {
  @Attribute(.unique) var id: UUID
  var name: String
  var location: String
  var type: String
  @Relationship(inverse: \Student.school) var students: [Student] = []

  init(id: UUID, name: String, location: String, type: String) {
    self.id = id
    self.name = name
    self.location = location
    self.type = type
  }
}
