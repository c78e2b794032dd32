/// A row of a model that a predicate or an order speaks of: the fetched one, one at the end of a
/// to-one relationship, or an element of a to-many relationship.
///
/// Its key is known from the beginning; its table is joined when the first column of it is read.
final class RowSource {
  let layout: ModelLayout
  let key: SQLExpression
  /// Whether it is the row that is fetched.
  let isFetched: Bool
  private unowned let translator: Translator
  private let select: SQLSelect
  private var joined: SQLTable?
  private var related: [Int: RowSource] = [:]

  /// A row of the first table of a `SELECT`.
  init(
    _ layout: ModelLayout,
    of select: SQLSelect,
    _ translator: Translator,
    isFetched: Bool = false
  ) {
    self.layout = layout
    self.isFetched = isFetched
    self.select = select
    self.translator = translator
    joined = select.table
    key = .column(select.table, SQLName.primaryKey, isNullable: false)
  }

  /// A row with a key that another table holds.
  init(
    _ layout: ModelLayout,
    key: SQLExpression,
    in select: SQLSelect,
    _ translator: Translator
  ) {
    self.layout = layout
    self.key = key
    isFetched = false
    self.select = select
    self.translator = translator
  }

  private var table: SQLTable {
    if let joined { return joined }
    let table = SQLTable(
      name: layout.tableName,
      alias: translator.newAlias(),
      joinKey: key,
      isOuter: key.isNullable
    )
    select.join(table)
    translator.noteReading(layout)
    joined = table
    return table
  }

  func column(_ property: PropertyLayout) throws(Untranslatable) -> SQLExpression {
    guard let name = property.columnName else {
      throw Untranslatable("\(layout.entityName).\(property.name) is not stored")
    }
    translator.noteReading(property, of: self)
    let isNullable = key.isNullable || property.column?.isNullable != false
    return .column(table, name, isNullable: isNullable)
  }

  /// The row at the other end of a to-one relationship. The same one each time, so that a join is
  /// shared by all that need it.
  func related(_ property: PropertyLayout) throws(Untranslatable) -> RowSource {
    if let known = related[property.index] { return known }
    guard let destination = property.destination else {
      throw Untranslatable("\(property.name) is not a relationship")
    }
    let row = RowSource(
      ModelLayout.of(destination),
      key: try column(property),
      in: select,
      translator
    )
    related[property.index] = row
    return row
  }
}
