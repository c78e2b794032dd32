/// An SQL expression that returns a value of some column's kind, or a truth value: 1, 0 or NULL.
indirect enum SQLExpression: Hashable {
  case null
  case truth(Bool)
  /// A parameter.
  case value(SQLValue)
  /// A small number that stands in the text: part of the question, not a value.
  case literal(Int64)
  case column(SQLTable, String, isNullable: Bool)
  case all([SQLExpression])
  case any([SQLExpression])
  case not(SQLExpression)
  case test(SQLTest, SQLExpression)
  case binary(SQLOperator, SQLExpression, SQLExpression)
  /// Two values that are compared one after the other.
  case pair(SQLExpression, SQLExpression)
  case member(SQLExpression, SQLSet)
  case coalesce(SQLExpression, SQLExpression)
  /// `CASE WHEN condition THEN … ELSE … END`; no `ELSE` means NULL.
  case choice(when: SQLExpression, then: SQLExpression, else: SQLExpression?)
  /// `CASE value WHEN … THEN … END`, for all that the value can be.
  case lookup(SQLExpression, [SQLCase])
  case call(SQLFunction, [SQLExpression])
  case exists(SQLSelect)
  case count(SQLSelect)
  case collated(SQLExpression, SQLCollation)
  /// A value that is NULL, although nothing in it is, where Swift has a NaN.
  case number(SQLExpression)
  /// A value by which no rows are to be looked up.
  case unindexed(SQLExpression)
}

/// A question about one value, answered by 1 or 0 and never by NULL.
enum SQLTest: String {
  case isNull = "IS NULL"
  case isNotNull = "IS NOT NULL"
  case isTrue = "IS TRUE"
  case isNotTrue = "IS NOT TRUE"

  var opposite: SQLTest {
    switch self {
    case .isNull: .isNotNull
    case .isNotNull: .isNull
    case .isTrue: .isNotTrue
    case .isNotTrue: .isTrue
    }
  }
}

enum SQLOperator: String {
  case equal = "="
  case unequal = "<>"
  case same = "IS"
  case notSame = "IS NOT"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"

  /// The operator with the opposite answer, for values that are not NULL.
  var opposite: SQLOperator? {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .same: .notSame
    case .notSame: .same
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .plus, .minus, .times, .divided, .remainder: nil
    }
  }
}

/// One line of a table of values.
struct SQLCase: Hashable {
  let value: SQLValue
  let result: SQLValue
}

/// The right side of `IN`.
enum SQLSet: Hashable {
  case list([SQLValue])
  /// The elements of a JSON array that is one parameter, each given to a function.
  case json(String, SQLFunction?)
  /// The keys that the rows of a sub-select are linked to.
  case keys(SQLSelect)
  /// The elements of a JSON array in a column.
  case elements(SQLExpression)
  /// Names that stand in the text: part of the question, as they are where tables are joined.
  case names([String])
}

extension SQLSet {
  /// Whether the set itself may be NULL, or contain it.
  var isNullable: Bool {
    switch self {
    case .list, .json, .names: false
    case .keys, .elements: true
    }
  }
}

extension SQLExpression {
  /// Whether the value may be NULL.
  var isNullable: Bool {
    switch self {
    case .null, .number: true
    case .truth, .literal, .exists, .count, .test: false
    case .value(let value): value == .null
    case .column(_, _, let isNullable): isNullable
    case .all(let parts), .any(let parts): parts.contains(where: \.isNullable)
    case .not(let part), .collated(let part, _), .lookup(let part, _), .unindexed(let part):
      part.isNullable
    case .binary(.same, _, _), .binary(.notSame, _, _): false
    case .binary(.divided, _, _), .binary(.remainder, _, _): true
    case .binary(_, let left, let right), .pair(let left, let right):
      left.isNullable || right.isNullable
    case .member(let element, let set): element.isNullable || set.isNullable
    case .coalesce(let first, let second): first.isNullable && second.isNullable
    case .choice(_, let then, let otherwise):
      then.isNullable || otherwise?.isNullable ?? true
    case .call(let function, let arguments):
      function.mayReturnNull || function.isStrict && arguments.contains(where: \.isNullable)
    }
  }

  /// Whether the value is certainly NULL whenever `key` is: whenever there is no row with that key
  /// to read columns from.
  func isNull(whenNull key: SQLExpression) -> Bool {
    if self == key { return true }
    switch self {
    case .null: return true
    case .column(let table, _, _): return table.isJoined(on: key)
    case .not(let part), .collated(let part, _), .number(let part), .lookup(let part, _),
      .unindexed(let part):
      return part.isNull(whenNull: key)
    case .binary(.same, _, _), .binary(.notSame, _, _): return false
    case .binary(_, let left, let right):
      return left.isNull(whenNull: key) || right.isNull(whenNull: key)
    case .member(let element, _): return element.isNull(whenNull: key)
    case .choice(when: .test(.isNotNull, let tested), _, else: nil):
      return tested.isNull(whenNull: key)
    case .call(let function, let arguments):
      return function.isStrict && arguments.contains { $0.isNull(whenNull: key) }
    case .truth, .value, .literal, .all, .any, .test, .pair, .coalesce, .choice, .exists, .count:
      return false
    }
  }
}
