/// The sources of the columns of a to-one relationship: of the reference, and of the object's order key. A
/// to-many relationship has no column.
struct ReferenceMigration {
  private(set) var columns: [ColumnMigration] = []
  private(set) var checks: [any MigrationCheck] = []
  /// The checks that must pass after the program's code has run.
  private(set) var lateChecks: [any MigrationCheck] = []
  private let change: PropertyChange

  /// Plans the migration of a relationship.
  ///
  /// - Parameter links: The sources of the relationship's links.
  init(_ change: PropertyChange, _ links: [LinkSource]) {
    self.change = change
    if let column = change.property.column { addReference(column, links) }
  }

  private mutating func addReference(_ column: ColumnDescription, _ links: [LinkSource]) {
    let earlier = change.isContinued ? change.earlier : nil
    var reference = ColumnMigration(
      column: column,
      relationship: change.property.relationship,
      expression: "NULL",
      isLiteral: true
    )
    var place = change.property.relationship?.position.map {
      ColumnMigration(
        column: change.entity.positionColumn($0, of: change.property),
        expression: "0",
        isLiteral: true
      )
    }
    if links.count == 1, let earlier, earlier.isToOne, let kept = earlier.column?.name {
      reference.kept = kept
      reference.expression = change.column(kept)
      reference.isLiteral = false
      if let position = earlier.relationship?.position {
        place?.kept = position
        place?.expression = change.column(position)
        place?.isLiteral = false
      }
    } else {
      reference.isConverted = change.earlier?.column?.name == column.name
      if !links.isEmpty {
        let table = SQLName.quoted(change.before.table)
        let union = links.map(\.query).joined(separator: " UNION ALL ")
        func value(_ name: String) -> String {
          "(SELECT \(name) FROM (\(union)) WHERE owner = \(table)._pk ORDER BY place LIMIT 1)"
        }
        reference.expression = value("related")
        reference.isLiteral = false
        place?.expression = "ifnull(\(value("inverse_place")), 0)"
        place?.isLiteral = false
        checks.append(
          change.check(
            "becomes a to-one relationship, but references several objects of \(destination)",
            """
            SELECT owner, group_concat(related, ', ') \
            FROM (SELECT DISTINCT owner, related FROM (\(union))) \
            GROUP BY owner HAVING count(*) > 1 ORDER BY owner
            """))
      }
    }
    if !change.property.isOptional, earlier?.isOptional != false || reference.kept == nil {
      requireReference(column, reference.expression)
    }
    columns = [reference] + (place.map { [$0] } ?? [])
  }

  private mutating func requireReference(_ column: ColumnDescription, _ expression: String) {
    let reason = "is required, but does not reference a \(destination)"
    func query(_ rows: String, _ value: String) -> String {
      "SELECT _pk, NULL FROM \(rows) WHERE \(value) IS NULL ORDER BY _pk"
    }
    if change.isSupervised {
      let rows = change.rows(of: change.entity)
      lateChecks.append(change.check(reason, query(rows, SQLName.quoted(column.name))))
    } else {
      checks.append(change.check(reason, query(change.rows, expression)))
    }
  }

  private var destination: String { change.property.relationship?.destination ?? "?" }
}
