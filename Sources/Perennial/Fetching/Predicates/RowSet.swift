/// The rows of a to-many relationship, optionally filtered.
struct RowSet {
  let owner: RowSource
  let relationship: RelationshipLayout
  private var filters: [(RowSource) throws -> SQLExpression] = []

  init(owner: RowSource, relationship: RelationshipLayout) {
    self.owner = owner
    self.relationship = relationship
  }

  /// Returns a `SELECT` of the rows, and the row that its conditions refer to.
  func select(_ translator: Translator) throws -> (SQLSelect, RowSource) {
    let (select, row) = try related(translator)
    for filter in filters {
      select.condition = .and([select.condition, try filter(row)])
    }
    return (select, row)
  }

  private func related(_ translator: Translator) throws(Untranslatable) -> (SQLSelect, RowSource) {
    let destination = relationship.destination
    translator.noteSearch(of: relationship, from: owner)
    switch relationship.storage {
    case .inverseColumn(let column, _):
      let table = SQLTable(name: destination.tableName, alias: translator.newAlias())
      let select = SQLSelect(
        table,
        link: SQLLink(column: .column(table, column, isNullable: true), key: owner.ownKey)
      )
      return known(
        select, row: RowSource(destination, of: select, translator), translator: translator)
    case .joinTable(let join):
      let table = SQLTable(name: join.name, alias: translator.newAlias())
      let select = SQLSelect(
        table,
        link: SQLLink(column: .column(table, join.owner, isNullable: false), key: owner.ownKey)
      )
      let row = RowSource(
        destination,
        key: .column(table, join.target, isNullable: false),
        in: select,
        translator
      )
      return known(select, row: row, translator: translator)
    case .column:
      throw Untranslatable("\(relationship.property.name) is not a to-many relationship")
    }
  }

  /// Excludes rows of entities that the schema does not have, and rows with values that cannot be
  /// represented.
  private func known(
    _ select: SQLSelect, row: RowSource, translator: Translator
  ) -> (SQLSelect, RowSource) {
    if translator.hierarchies.hasUnknownSubentities(in: row.layout) {
      select.condition = row.isKnown
    }
    select.condition = .and([select.condition, row.isReadable])
    return (select, row)
  }

  /// Returns the rows that pass a further test.
  func filtered(by filter: @escaping (RowSource) throws -> SQLExpression) -> RowSet {
    var copy = self
    copy.filters.append(filter)
    return copy
  }
}
