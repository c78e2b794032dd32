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
    let condition = cases.map { "\(name) <> \($0.literal)" }.joined(separator: " AND ")
    query = "SELECT DISTINCT \(name) FROM \(place) WHERE \(condition)"
    indexName = "\(table).\(column)\(Self.indexSuffix)"
    indexStatement =
      "CREATE INDEX \(SQLName.quoted(indexName)) ON \(place) (\(name)) WHERE \(condition)"
  }

  /// The suffix of the names of such indices. No property's name has it.
  static let indexSuffix = "?"

  /// `true` if fetches leave out an object whose value is not one of the cases.
  var leavesOut: Bool { property.substitute == nil }
}

extension PropertyLayout {
  /// Returns the column values for the cases of a type. Returns nil if the type does not list its
  /// cases, or has raw values other than texts and integers.
  static func cases(of type: any Any.Type) -> [SQLValue]? {
    func rawValues<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [SQLValue?] {
      type.allCases.map { ($0.rawValue as? any _Storage.ColumnValue)?._sqlValue.value }
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    let cases = rawValues(type)
    if cases.isEmpty { return nil }
    let areListed = cases.allSatisfy { value in
      switch value {
      case .integer: true
      // A literal ends at U+0000.
      case .text(let text): !text.utf8.contains(0)
      case .null, .real, .blob, nil: false
      }
    }
    return areListed ? cases.compactMap(\.self) : nil
  }
}

extension SQLValue {
  /// The literal of an integer or a text in a statement.
  fileprivate var literal: String {
    if case .text(let text) = self { SQLName.literal(text) } else { description }
  }
}
