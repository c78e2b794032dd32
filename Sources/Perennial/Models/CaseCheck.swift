/// The way to find the stored values of a property that are none of the cases of its type.
///
/// An index has the rows with such values and no others, so that it is empty as a rule, and the question
/// whether there are some costs a look at it.
struct CaseCheck: Sendable {
  let property: PropertyLayout
  let column: String
  /// The query for the values, each of them once.
  let query: String
  let index: StoreTables.Index

  /// More cases than these are not written into a statement.
  static let limit = 64

  /// - Parameter table: The table of the property's model.
  /// - Returns: Nil if the property's type does not list its cases.
  init?(_ property: PropertyLayout, table: String) {
    guard let column = property.columnName, let cases = property.cases, cases.count <= Self.limit
    else { return nil }
    self.property = property
    self.column = column
    let (name, place) = (SQLName.quoted(column), SQLName.quoted(table))
    // Not `NOT IN`, for which SQLite would make a table of the cases for each row that is inserted.
    let condition = cases.map { "\(name) <> \($0.literal)" }.joined(separator: " AND ")
    query = "SELECT DISTINCT \(name) FROM \(place) WHERE \(condition)"
    let indexName = "\(table).\(column)\(Self.indexSuffix)"
    index = StoreTables.Index(
      name: indexName,
      columns: [column],
      isUnique: false,
      statement:
        "CREATE INDEX \(SQLName.quoted(indexName)) ON \(place) (\(name)) WHERE \(condition)")
  }

  /// The end of the names of such indices. No property's name has it.
  static let indexSuffix = "?"

  /// Whether an object with another value is left out of fetches.
  var leavesOut: Bool { property.substitute == nil }
}

extension PropertyLayout {
  /// The values that a column has for the cases of a type; nil if it does not list them, or has raw values
  /// other than texts and integers.
  static func cases(of type: any Any.Type) -> [SQLValue]? {
    func open<Value>(_ type: Value.Type) -> [SQLValue]? {
      CaseTable.cases(of: type)?.map(\.stored)
    }
    guard type is any (CaseIterable & RawRepresentable).Type,
      let cases = _openExistential(type, do: open), !cases.isEmpty
    else { return nil }
    let areListed = cases.allSatisfy { value in
      switch value {
      case .integer: true
      // A literal ends at U+0000.
      case .text(let text): !text.utf8.contains(0)
      case .null, .real, .blob: false
      }
    }
    return areListed ? cases : nil
  }
}

extension SQLValue {
  /// An integer or a text as it stands in a statement.
  fileprivate var literal: String {
    if case .text(let text) = self { SQLName.literal(text) } else { description }
  }
}
