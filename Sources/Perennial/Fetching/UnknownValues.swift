/// The stored values that the types of their properties cannot represent, as far as they affect a
/// query.
struct UnknownValues: Equatable {
  private var values: [ObjectIdentifier: [SQLValue]] = [:]

  static let none = UnknownValues()

  var isEmpty: Bool { values.isEmpty }

  /// Returns the unrepresentable values of a property; empty for most.
  func values(of property: PropertyLayout) -> [SQLValue] {
    values.isEmpty ? [] : values[ObjectIdentifier(property)] ?? []
  }

  mutating func add(_ value: SQLValue, of property: PropertyLayout) {
    let known = values[ObjectIdentifier(property)] ?? []
    if !known.contains(value) { values[ObjectIdentifier(property)] = known + [value] }
  }

  /// Returns the part for the properties of some checks.
  func restricted(to checks: [CaseCheck]) -> UnknownValues {
    if values.isEmpty { return self }
    let properties = Set(checks.map { ObjectIdentifier($0.property) })
    var part = self
    part.values = values.filter { properties.contains($0.key) }
    return part
  }

  /// Returns the condition that a row has no value for which its object is left out.
  ///
  /// - Parameter checks: The checks of the row's classes.
  func readable(_ checks: [CaseCheck], in table: SQLTable) -> SQLExpression {
    .and(
      checks.compactMap { check in
        let values = values(of: check.property)
        if values.isEmpty || !check.leavesOut { return nil }
        // Rows of other classes have NULL.
        let column = SQLExpression.column(table, check.column, isNullable: true)
        return SQLExpression.member(column, in: values).negated
      })
  }
}

extension ClassHierarchies {
  /// Returns the checks of a class and of the classes that inherit from it.
  func caseChecks(of layout: ModelLayout) -> [CaseCheck] {
    let classes = members(of: layout)
    return classes.reduce(layout.caseChecks) { checks, other in
      checks + other.caseChecks.filter { $0.property.index >= layout.properties.count }
    }
  }
}
