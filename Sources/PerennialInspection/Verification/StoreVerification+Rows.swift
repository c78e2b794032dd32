import Perennial

extension StoreVerification {
  /// Reports the rows of a table that are no objects: rows of a hierarchy's table that belong to no described entity, and a
  /// row with the key 0, which another program has inserted.
  mutating func checkEntities(of table: String) throws {
    let zero = try database.values("SELECT 1 FROM \(SQLName.quoted(table)) WHERE _pk = 0")
    if !zero.isEmpty {
      result.add(.entity, "the row 0 of \(table) is not an object: a key is a number other than 0")
    }
    guard schema.isShared(table) else { return }
    let rows = try database.values(
      """
      SELECT \(SQLName.entity), count(*) FROM \(SQLName.quoted(table)) \
      GROUP BY 1 ORDER BY 1
      """)
    for row in rows {
      let name = row[0].text ?? ""
      if schema[name]?.table != table {
        result.add(
          .entity,
          "rows of \(table) belong to “\(name)”, which the store does not describe: \(row[1])")
      }
    }
  }

  /// Reports values that do not have the form of their property, or that cannot be read.
  mutating func checkValues(of entity: EntityDescription) throws {
    let shape = try store.shape(of: entity)
    let (sql, bindings) = shape.query()
    let database = database
    let former = result.rows
    try database.rows(sql, bindings) { row in
      _ = try InspectedRow(shape, from: &row) { key, field, stored in
        let place = "\(entity.name) \(key), \(field.name)"
        let value = value(of: field, stored)
        switch value {
        case .stored(let stored):
          result.add(.value, "\(place): \(stored) is not of type \(field.kind.name)")
        case .unreadable(let reason):
          result.add(field.isExternal ? .external : .value, "\(place): \(reason)")
        default: checkCase(of: field, stored, at: place)
        }
        return value
      }
      countRow()
    }
    result.objects[entity.name] = result.rows - former
  }

  /// Reports a value that isn't a case of the program that opened the store last.
  private mutating func checkCase(
    of field: Field, _ stored: Result<SQLValue, any Error>, at place: String
  ) {
    guard let cases = field.cases, case .success(let stored) = stored,
      let value = RecordedCase(stored), !cases.known.contains(value)
    else { return }
    let known = RecordedCases(known: cases.known).list
    result.add(
      .unknownCase,
      cases.others?.contains(value) == true
        ? "\(place): \(stored) is a case of another version of the program; the last version has \(known)"
        : "\(place): \(stored) is not one of the recorded cases: \(known)")
  }

  /// Returns the value of a column. If the column names a file, counts this use and does not read the file.
  private mutating func value(
    of field: Field, _ stored: Result<SQLValue, any Error>
  ) -> InspectedValue {
    if field.isExternal, case .success(.blob(let column)) = stored,
      let name = database.externalName(column)
    {
      uses[name, default: 0] += 1
      return .null
    }
    return field.readableValue(stored, in: database)
  }
}
