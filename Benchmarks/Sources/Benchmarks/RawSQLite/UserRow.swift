import Foundation

/// The simple object as a plain struct.
struct UserRow {
  var pk = 0
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

  /// The current row, its columns in the order of the table.
  @inline(__always)
  init(row: OpaquePointer) {
    pk = row.int(0)
    id = row.uuid(1)
    firstName = row.text(2)
    surname = row.text(3)
    age = row.int(4)
  }
}
