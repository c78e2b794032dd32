/// The rules that a relationship must satisfy after only its inverse was written.
struct TargetRule {
  private let property: PropertyLayout
  /// The query that counts the members of a collection; nil if any number is allowed.
  private var count: String?
  private let minimum: Int
  private let maximum: Int
  /// The query that finds an empty reference; nil if the reference may be empty.
  private var emptiness: String?

  /// Creates the rule of a relationship; nil if the relationship has no rule.
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

  /// Checks the relationship of one row.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  func settle(_ rowID: Int64, of table: EntityTable, on connection: Connection) throws {
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
    if let emptiness, try connection.hasRow(emptiness, [.integer(rowID)]) {
      throw refusal("must not be empty")
    }
  }
}
