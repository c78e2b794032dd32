import Foundation

/// A student as a plain struct.
struct StudentRow {
  var pk: Int
  var id: UUID
  var firstName: String
  var surname: String
  var age: Int
  var school: Int?

  /// The current row, its columns in the order of the table.
  @inline(__always)
  init(row: OpaquePointer) {
    pk = row.int(0)
    id = row.uuid(1)
    firstName = row.text(2)
    surname = row.text(3)
    age = row.int(4)
    school = row.optionalInt(5)
  }
}
