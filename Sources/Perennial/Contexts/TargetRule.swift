/// What has to hold for a relationship after its other side was written by itself.
struct TargetRule {
  private let property: PropertyLayout
  /// Counts the members of a collection that may not have any number of them.
  private var count: String?
  private let minimum: Int
  private let maximum: Int
  /// Finds a reference that is empty and must not be.
  private var emptiness: String?

  /// Nil if everything is allowed.
  init?(_ property: PropertyLayout, of layout: ModelLayout) {
    self.property = property
    minimum = property.relationship?.minimumModelCount ?? 0
    maximum = property.relationship?.maximumModelCount ?? 0
    let table = SQLName.quoted(layout.tableName)
    let column = property.columnName.map(SQLName.quoted)
    if property.isToMany {
      let relationship = layout.relationship(property.index)
      if minimum > 0 || maximum > 0, let members = relationship?.destination.tableName,
        let inverse = relationship?.inverse, inverse.isToOne, let column = inverse.columnName
      {
        count = """
          SELECT count(*) FROM \(SQLName.quoted(members)) WHERE \(SQLName.quoted(column)) = ?
          """
      }
    } else if let column, !property.isOptional || minimum > 0 {
      emptiness = "SELECT _pk FROM \(table) WHERE _pk = ? AND \(column) IS NULL"
    }
    if count == nil, emptiness == nil { return nil }
  }

  /// Looks after the relationship of one row.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  func settle(_ rowID: Int64, of table: GraphTable, on connection: Connection) throws {
    func refusal(_ reason: String) -> SwiftDataError {
      .modelValidationFailure.because(
        "\(table.layout.entityName) \(rowID).\(property.name) \(reason)",
        [table.identifier(rowID)])
    }
    if let count {
      let found = try connection.integers(count, [.integer(rowID)]).first ?? 0
      if found < minimum {
        throw refusal("has \(found) objects; at least \(minimum) are required")
      }
      if maximum > 0, found > maximum {
        throw refusal("has \(found) objects; at most \(maximum) are allowed")
      }
    }
    if let emptiness, try !connection.integers(emptiness, [.integer(rowID)]).isEmpty {
      throw refusal("must not be empty")
    }
  }
}
