/// Finds the row of an entity that has the unique values of a new row.
struct UniqueRows {
  private let layout: ModelLayout
  private let entities: StoreEntities

  init(_ layout: ModelLayout, _ entities: StoreEntities) {
    (self.layout, self.entities) = (layout, entities)
  }

  /// Returns the key of the row with the same unique values. The first constraint with such a row decides.
  ///
  /// - Parameter value: Returns the value of a property in the form in which it is written.
  func key(on connection: Connection, _ value: (PropertyLayout) throws -> SQLValue) throws -> Int64?
  {
    for number in layout.uniquenessConstraints.indices {
      if let row = try keys(of: number, on: connection, value).first { return row }
    }
    return nil
  }

  /// Returns the keys of the rows that have the unique values of a row, for each constraint.
  ///
  /// - Parameter value: Returns the value of a property in the form in which it is written.
  func keys(
    on connection: Connection, _ value: (PropertyLayout) throws -> SQLValue
  ) throws -> [Int64] {
    try layout.uniquenessConstraints.indices.flatMap { try keys(of: $0, on: connection, value) }
  }

  private func keys(
    of number: Int, on connection: Connection, _ value: (PropertyLayout) throws -> SQLValue
  ) throws -> [Int64] {
    let constraint = layout.uniquenessConstraints[number]
    let values = try constraint.map(value)
    // As in SQL, nil is not equal to any value.
    if values.contains(.null) { return [] }
    let conditions = constraint.compactMap(\.columnName).map { "\(SQLName.quoted($0)) = ?" }
    return try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(layout.tableName)) \
      WHERE \(conditions.joined(separator: " AND "))\(scope(of: number, in: layout))
      """,
      values
    )
  }

  /// Returns the condition for the rows of a hierarchy's table for which a constraint holds: those of
  /// the class that declares it.
  private func scope(of constraint: Int, in layout: ModelLayout) -> String {
    guard let superlayout = layout.superlayout else { return "" }
    if constraint < superlayout.uniquenessConstraints.count {
      return scope(of: constraint, in: superlayout)
    }
    let names = entities.hierarchies.entityNames(of: layout).map(SQLName.literal)
    return " AND \(SQLName.entity) IN (\(names.joined(separator: ", ")))"
  }
}
