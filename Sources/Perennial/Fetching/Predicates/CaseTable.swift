/// All values of an enumeration, so that properties that only Swift knows can be written out in
/// SQL.
enum CaseTable {
  /// Returns the cases of a type and their stored values, or nil if the type does not enumerate its
  /// cases.
  static func cases<Value>(of type: Value.Type) -> [(value: Value, stored: SQLValue)]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    var cases: [(value: Value, stored: SQLValue)] = []
    for element in type.anyCases {
      guard let value = element as? Value,
        case .value(let stored)? = try? ConstantValue.encode(element, as: .rawValue)
      else { return nil }
      cases.append((value, stored))
    }
    return cases
  }

  /// Returns the value at a key path for each case, and the form of these values.
  static func values<Root, Value>(
    at keyPath: KeyPath<Root, Value>
  ) -> (table: [SQLCase], form: ValueForm)? {
    guard let form = ValueForm(Value.self), let cases = cases(of: Root.self) else { return nil }
    var table: [SQLCase] = []
    for (value, stored) in cases {
      guard case .value(let result)? = try? ConstantValue.encode(value[keyPath: keyPath], as: form)
      else { return nil }
      table.append(SQLCase(value: stored, result: result))
    }
    return (table, form)
  }

  /// Returns the rank of each case in the type's own order, or nil if the type has no order.
  static func ranks(of type: any Any.Type) -> [SQLCase]? {
    (type as? any (CaseIterable & Comparable).Type).flatMap { orderedCases(of: $0) }
  }

  private static func orderedCases<Value: CaseIterable & Comparable>(
    of type: Value.Type
  ) -> [SQLCase]? {
    cases(of: type).map { cases in
      cases.map { entry in
        let rank = cases.count { $0.value < entry.value }
        return SQLCase(value: entry.stored, result: .integer(Int64(rank)))
      }
    }
  }
}

extension CaseIterable {
  fileprivate static var anyCases: [Any] { Array(allCases) }
}
