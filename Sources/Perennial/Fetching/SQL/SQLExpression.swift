/// An SQL expression that returns a value of some column's kind, or a truth value: 1, 0 or NULL.
indirect enum SQLExpression: Hashable {
  case null
  case truth(Bool)
  /// A parameter.
  case value(SQLValue)
  /// A small number in the text of the statement. It is part of the query, and not a parameter.
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
  /// `CASE value WHEN … THEN … END`, for all possible values.
  case lookup(SQLExpression, [SQLCase])
  case call(SQLFunction, [SQLExpression])
  case exists(SQLSelect)
  case count(SQLSelect)
  case collated(SQLExpression, SQLCollation)
  /// A value that may be NULL although its parts are not, for a NaN in Swift.
  case number(SQLExpression)
  /// A value that must not be looked up in an index.
  case unindexed(SQLExpression)
}

/// A test of one value. The result is 1 or 0 and never NULL.
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

  /// The operator with the opposite result, for values that are not NULL.
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

/// A value and its result, in a table of values.
struct SQLCase: Hashable {
  let value: SQLValue
  let result: SQLValue
}

/// The right side of `IN`.
enum SQLSet: Hashable {
  case list([SQLValue])
  /// The elements of a JSON array that is one parameter. The function, if any, is applied to each.
  case json(String, SQLFunction?)
  /// The keys to which the rows of a sub-select are linked.
  case keys(SQLSelect)
  /// The elements of a JSON array in a column.
  case elements(SQLExpression)
  /// Names in the text of the statement. They are part of the query and not parameters, so that
  /// they may also be in the conditions of joins.
  case names([String])
}

extension SQLSet {
  /// `true` if the set may be NULL, or contain NULL.
  var isNullable: Bool {
    switch self {
    case .list, .json, .names: false
    case .keys, .elements: true
    }
  }
}

extension SQLExpression {
  /// `true` if the value may be NULL.
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

  /// Returns `true` if the value is certainly NULL whenever `key` is NULL: whenever there is no row
  /// with that key from which columns are read.
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
