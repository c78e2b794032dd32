/// Finds the unsaved objects that may satisfy an SQL condition, by the values of their attributes.
///
/// It supports comparisons of an attribute with a constant, lists of constants, the primary key, and `AND`
/// and `OR` of these. Every other condition may be true for all objects.
struct PendingSelection {
  /// A list of objects that is created on demand. Its count is known before.
  struct Found {
    let count: Int
    let models: () -> [any PersistentModel]

    static var nothing: Found { Found(count: 0) { [] } }
  }

  private let rows: SQLTable
  private let table: EntityTable
  private let column: (PropertyLayout) -> PendingColumn?

  /// Creates a selection.
  ///
  /// - Parameters:
  ///   - rows: The table that represents the fetched rows in conditions.
  ///   - column: A closure that returns the values of an attribute.
  init(
    _ rows: SQLTable, _ table: EntityTable, column: @escaping (PropertyLayout) -> PendingColumn?
  ) {
    (self.rows, self.table, self.column) = (rows, table, column)
  }

  /// Returns the objects that may satisfy a condition; nil if all objects may.
  func find(_ condition: SQLExpression) -> Found? {
    switch condition {
    case .truth(false): return .nothing
    case .all(let parts):
      return parts.compactMap(find).min { $0.count < $1.count }
    case .any(let parts): return union(parts.map(find))
    case .test(.isTrue, let part): return find(part)
    case .binary(let operation, let left, let right):
      if let value = right.constant { return compare(left, operation, with: value) }
      guard let value = left.constant, let mirrored = operation.mirrored else { return nil }
      return compare(right, mirrored, with: value)
    case .member(let element, .list(let values)):
      return union(values.map { compare(element, .equal, with: $0) })
    default: return nil
    }
  }

  private func union(_ parts: [Found?]) -> Found? {
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return nil }
    return Found(count: known.reduce(0) { $0 + $1.count }) { known.flatMap { $0.models() } }
  }

  private func compare(
    _ expression: SQLExpression, _ operation: SQLOperator, with value: SQLValue
  ) -> Found? {
    guard case .column(rows, let name, _) = expression else { return nil }
    if name == SQLName.primaryKey { return find(key: value, operation) }
    let property = table.layout.properties.first { $0.columnName == name }
    guard let property, !property.isRelationship, let type = property.column?.type,
      value.isValue(of: type), let column = column(property),
      let span = column.span(operation, value)
    else { return nil }
    return Found(count: span.count) { column.models(in: span) }
  }

  /// Finds the object of a primary key. A custom store compares the identifiers of its objects itself.
  private func find(key: SQLValue, _ operation: SQLOperator) -> Found? {
    guard operation == .equal, case .integer(let rowID) = key, table.keys == nil else { return nil }
    guard let model = table.find(rowID), table.holds(model) else { return .nothing }
    return Found(count: 1) { [model] }
  }
}

extension SQLExpression {
  /// The value of a constant; nil for other expressions.
  fileprivate var constant: SQLValue? {
    switch self {
    case .value(let value): value
    case .literal(let number): .integer(number)
    default: nil
    }
  }
}

extension SQLOperator {
  /// The operator that gives the same result for the operands in the reverse order.
  fileprivate var mirrored: SQLOperator? {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}
