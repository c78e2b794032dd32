import Perennial

extension StoreVerification {
  /// Rows of a hierarchy's table that belong to no entity.
  mutating func checkEntities(of table: String) throws {
    guard schema.isShared(table) else { return }
    let rows = try database.values(
      """
      SELECT \(SQLName.entity), count(*) FROM \(SQLName.quoted(table)) \
      GROUP BY 1 ORDER BY 1
      """)
    for row in rows {
      let name = row[0].text ?? ""
      if schema[name]?.table != table {
        result.add(.entity, "\(row[1]) rows of \(table) are of “\(name)”, which is not described")
      }
    }
  }

  /// Values that are not of the form that their property has, and files that are named and not there.
  mutating func checkValues(of entity: EntityDescription) throws {
    let shape = try store.shape(of: entity)
    let (sql, bindings) = shape.query()
    let database = database
    try database.rows(sql, bindings) { row in
      _ = try InspectedRow(shape, &row) { key, field, stored in
        let value: InspectedValue
        do {
          value = try check(field, stored.get())
        } catch {
          let reason = (error as? SwiftDataError)?.explanation ?? "\(error)"
          value = .unreadable(reason)
        }
        switch value {
        case .stored(let stored):
          result.add(
            .value,
            "\(entity.name) \(key), \(field.name): \(stored) is not of the form \(field.formName)")
        case .unreadable(let reason):
          result.add(
            field.isExternal ? .external : .value,
            "\(entity.name) \(key), \(field.name): \(reason)")
        default: checkCase(of: field, stored, at: "\(entity.name) \(key), \(field.name)")
        }
        return value
      }
      countRow()
    }
  }

  /// Notes a value that is none of the cases that the program has which opened the store last.
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
        ? "\(place): \(stored) is a case of another version of the program; the last one has \(known)"
        : "\(place): \(stored) is none of the recorded cases: \(known)")
  }

  /// The value of a column; of one that names a file, only that it does.
  private mutating func check(_ field: Field, _ stored: SQLValue) throws -> InspectedValue {
    if field.isExternal, case .blob(let column) = stored,
      let name = database.externalName(column)
    {
      uses[name, default: 0] += 1
      return .null
    }
    return try field.value(stored, in: database)
  }
}

extension Field {
  /// What the form of the values is called.
  fileprivate var formName: String {
    switch kind {
    case .attribute(let form): form.rawValue
    case .reference: "reference"
    case .place: "place"
    }
  }
}
