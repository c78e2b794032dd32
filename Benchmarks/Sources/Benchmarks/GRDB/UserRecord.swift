import Foundation
import GRDB

/// The simple object as a GRDB record that reads by position and writes by hand.
struct UserRecord: FetchableRecord, PersistableRecord {
  static let databaseTableName = "user"

  var pk: Int?
  var id: UUID
  var firstName: String
  var surname: String
  var age: Int

  init(_ values: UserValues) {
    id = values.id
    firstName = values.firstName
    surname = values.surname
    age = values.age
  }

  init(row: Row) {
    pk = row[0]
    id = row[1]
    firstName = row[2]
    surname = row[3]
    age = row[4]
  }

  func encode(to container: inout PersistenceContainer) {
    container["pk"] = pk
    container["id"] = id
    container["firstName"] = firstName
    container["surname"] = surname
    container["age"] = age
  }
}
