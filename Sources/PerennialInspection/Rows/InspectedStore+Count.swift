import Perennial

extension InspectedStore {
  /// Returns the number of rows of a table.
  func count(_ table: String) throws -> Int {
    Int(try database.integer("SELECT count(*) FROM \(SQLName.quoted(table))") ?? 0)
  }

  /// Returns the number of objects of an entity, without those of its subentities.
  func count(_ shape: RowShape) throws -> Int {
    let (sql, bindings) = shape.count
    return Int(try database.integer(sql, bindings) ?? 0)
  }
}
