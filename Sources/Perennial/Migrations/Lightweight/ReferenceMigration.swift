/// Where the columns of a relationship come from: that of a to-one relationship, with the object's
/// place among its siblings; and that which tells nil from empty.
struct ReferenceMigration {
  private(set) var columns: [ColumnMigration] = []
  private(set) var checks: [any MigrationCheck] = []
  /// What must be true once the program's code has run.
  private(set) var lateChecks: [any MigrationCheck] = []
  private let change: PropertyChange

  /// - Parameters:
  ///   - links: Where the relationship's links come from.
  ///   - beginsSet: Whether the default of an optional to-many relationship is not nil.
  init(_ change: PropertyChange, _ links: [LinkSource], beginsSet: Bool) {
    self.change = change
    guard let column = change.property.column else { return }
    if change.property.isToOne {
      addReference(column, links)
    } else {
      addPresence(column, beginsSet)
    }
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
        check(
          "is to lead to one \(destination), and leads to several",
          """
          SELECT owner, group_concat(related, ', ') \
          FROM (SELECT DISTINCT owner, related FROM (\(union))) \
          GROUP BY owner HAVING count(*) > 1 ORDER BY owner
          """
        )
      }
    }
    if !change.property.isOptional, earlier?.isOptional != false || reference.kept == nil {
      requireReference(column, reference.expression)
    }
    columns = [reference] + (place.map { [$0] } ?? [])
  }

  private mutating func requireReference(_ column: ColumnDescription, _ expression: String) {
    let reason = "is required, and leads to no \(destination)"
    func query(_ rows: String, _ value: String) -> String {
      "SELECT _pk, NULL FROM \(rows) WHERE \(value) IS NULL ORDER BY _pk"
    }
    if change.isSupervised {
      lateChecks.append(
        QueryCheck(
          entity: change.entity.name,
          properties: [change.property.name],
          reason: reason,
          query: query(change.rows(of: change.entity), SQLName.quoted(column.name))
        )
      )
    } else {
      check(reason, query(change.rows, expression))
    }
  }

  /// The column of an optional to-many relationship: 1 where there is a collection.
  private mutating func addPresence(_ column: ColumnDescription, _ beginsSet: Bool) {
    var presence = ColumnMigration(column: column, expression: "0", isLiteral: true)
    if change.isContinued, let earlier = change.earlier {
      if earlier.isToMany, let kept = earlier.column?.name {
        presence.kept = kept
        presence.expression = change.column(kept)
        presence.isLiteral = false
      } else if earlier.isToMany {
        presence.expression = "1"
      } else {
        presence.isConverted = earlier.column?.name == column.name
      }
    } else {
      presence.expression = beginsSet ? "1" : "0"
    }
    columns = [presence]
  }

  private mutating func check(_ reason: String, _ query: String) {
    checks.append(
      QueryCheck(
        entity: change.entity.name,
        properties: [change.property.name],
        reason: reason,
        query: query
      )
    )
  }

  private var destination: String { change.property.relationship?.destination ?? "?" }
}
