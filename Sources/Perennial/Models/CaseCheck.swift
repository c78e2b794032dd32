/// A check for stored values of a property that are not cases of its type.
///
/// A partial index contains only the rows with such values. It is usually empty, so a check costs
/// one look at an empty index.
struct CaseCheck: Sendable {
  let property: PropertyLayout
  let column: String
  /// The query for the values. It returns each value once.
  let query: String
  /// The name of the partial index.
  let indexName: String
  /// The statement that creates the partial index.
  let indexStatement: String

  /// The greatest number of cases that are written into a statement.
  static let limit = 64

  /// Creates the check for a property, or nil if the property's type does not list its cases or has
  /// more than ``limit``.
  ///
  /// - Parameter table: The table of the property's model.
  init?(_ property: PropertyLayout, table: String) {
    guard let column = property.columnName, let cases = property.cases, cases.count <= Self.limit
    else { return nil }
    self.property = property
    self.column = column
    let (name, place) = (SQLName.quoted(column), SQLName.quoted(table))
    // Not `NOT IN`: SQLite would create a table of the cases for each row that is inserted.
    let condition = cases.map { "\(name) <> \(Self.literal($0))" }.joined(separator: " AND ")
    query = "SELECT DISTINCT \(name) FROM \(place) WHERE \(condition)"
    indexName = "\(table).\(column)\(Self.indexSuffix)"
    indexStatement =
      "CREATE INDEX \(SQLName.quoted(indexName)) ON \(place) (\(name)) WHERE \(condition)"
  }

  /// The suffix of the names of such indices. No property's name has it.
  static let indexSuffix = "?"

  /// `true` if fetches leave out an object whose value is not one of the cases.
  var leavesOut: Bool { property.substitute == nil }

  /// Returns `true` if the type of the property can represent the value in the current column of a
  /// row.
  func represents(_ row: inout _Storage.Row) -> Bool {
    func read<S: _Storage.Slot>(_ slot: S.Type, _ row: inout _Storage.Row) { _ = S(&row) }
    let slots = property.owner._$slots
    guard slots.indices.contains(property.index) else { return true }
    read(slots[property.index], &row)
    return row.failure == nil
  }

  /// Returns the literal of an integer or a text in a statement.
  private static func literal(_ value: SQLValue) -> String {
    if case .text(let text) = value { SQLName.literal(text) } else { value.description }
  }
}
