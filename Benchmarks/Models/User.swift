import Foundation
import SwiftData

/// The simple object.
@Model
final class User {
  @Attribute(.unique) var id: UUID
  var firstName: String
  var surname: String
  var age: Int

  init(id: UUID, firstName: String, surname: String, age: Int) {
    self.id = id
    self.firstName = firstName
    self.surname = surname
    self.age = age
  }
}
