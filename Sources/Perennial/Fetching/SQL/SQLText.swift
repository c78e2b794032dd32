/// SQL as text, with the parameters in the order of their question marks.
struct SQLText {
  private(set) var text = ""
  private(set) var bindings: [SQLValue] = []

  /// The precedence of the parts of an expression, from loose to tight.
  private enum Tightness: Int {
    case or, and, not, comparison, order, sum, product, collation, atom
  }

  init(_ expression: SQLExpression) { append(expression) }

  /// Creates the tables that follow `FROM`.
  init(sources select: SQLSelect) { append(sources: select) }

  private mutating func append(sources select: SQLSelect) {
    append(select.table)
    for table in select.joins {
      text += table.isOuter ? " LEFT JOIN " : " JOIN "
      append(table)
      text += " ON \(table.alias).\(SQLName.quoted(SQLName.primaryKey)) = "
      if let key = table.joinKey { append(key, within: .comparison) }
    }
  }

  private mutating func append(_ table: SQLTable) {
    text += "\(SQLName.quoted(table.name)) AS \(table.alias)"
  }

  private mutating func append(_ expression: SQLExpression) { append(expression, within: .or) }

  private mutating func append(_ expression: SQLExpression, within tightness: Tightness) {
    let needsParentheses = Self.tightness(of: expression).rawValue < tightness.rawValue
    if needsParentheses { text += "(" }
    appendBare(expression)
    if needsParentheses { text += ")" }
  }

  private static func tightness(of expression: SQLExpression) -> Tightness {
    switch expression {
    case .any: .or
    case .all: .and
    case .not: .not
    case .test, .member: .comparison
    case .binary(let operation, _, _): tightness(of: operation)
    case .collated: .collation
    case .number(let part): tightness(of: part)
    case .null, .truth, .value, .literal, .column, .pair, .coalesce, .choice, .lookup, .call,
      .exists, .count, .unindexed:
      .atom
    }
  }

  private static func tightness(of operation: SQLOperator) -> Tightness {
    switch operation {
    case .equal, .unequal, .same, .notSame: .comparison
    case .less, .lessOrEqual, .greater, .greaterOrEqual: .order
    case .plus, .minus: .sum
    case .times, .divided, .remainder: .product
    }
  }

  private mutating func appendBare(_ expression: SQLExpression) {
    switch expression {
    case .null: text += "NULL"
    case .truth(let value): text += value ? "1" : "0"
    case .literal(let number): text += String(number)
    case .number(let part): appendBare(part)
    case .unindexed(let part):
      text += "+"
      append(part, within: .atom)
    case .value(let value):
      text += "?"
      bindings.append(value)
    case .column(let table, let name, _):
      text += "\(table.alias).\(SQLName.quoted(name))"
    case .all(let parts): appendTree(parts[...], between: " AND ", within: .not)
    case .any(let parts): appendTree(parts[...], between: " OR ", within: .and)
    case .not(let part):
      text += "NOT "
      append(part, within: .comparison)
    case .test(let test, let part):
      append(part, within: .order)
      text += " \(test.rawValue)"
    case .binary(let operation, let left, let right):
      let own = Self.tightness(of: operation)
      let tighter = Tightness(rawValue: own.rawValue + 1) ?? .atom
      append(left, within: own == .comparison ? tighter : own)
      text += " \(operation.rawValue) "
      append(right, within: tighter)
    case .pair(let first, let second): appendList([first, second])
    case .member(let element, let set):
      append(element, within: .order)
      text += " IN "
      append(set)
    case .coalesce(let first, let second):
      text += "coalesce"
      appendList([first, second])
    case .choice(let when, let then, let otherwise):
      text += "CASE WHEN "
      append(when)
      text += " THEN "
      append(then)
      if let otherwise {
        text += " ELSE "
        append(otherwise)
      }
      text += " END"
    case .lookup(let value, let cases):
      text += "CASE "
      append(value)
      for entry in cases {
        text += " WHEN "
        append(.value(entry.value))
        text += " THEN "
        append(.value(entry.result))
      }
      text += " END"
    case .call(let function, let arguments):
      text += function.rawValue
      appendList(arguments)
    case .exists(let select):
      text += "EXISTS (SELECT 1"
      appendRest(of: select)
    case .count(let select):
      text += "(SELECT COUNT(*)"
      appendRest(of: select)
    case .collated(let part, let collation):
      append(part, within: .collation)
      text += " COLLATE \(collation.rawValue)"
    }
  }

  /// Appends operands of one operator, many of them as a tree: SQLite refuses expressions that are nested more than a
  /// thousand times, and reads `a OR b OR c` as `(a OR b) OR c`.
  private mutating func appendTree(
    _ parts: ArraySlice<SQLExpression>, between separator: String, within tightness: Tightness
  ) {
    guard parts.count > 200 else {
      return append(Array(parts), between: separator, within: tightness)
    }
    let middle = parts.startIndex + parts.count / 2
    text += "("
    appendTree(parts[..<middle], between: separator, within: tightness)
    text += ")\(separator)("
    appendTree(parts[middle...], between: separator, within: tightness)
    text += ")"
  }

  private mutating func append(
    _ parts: [SQLExpression], between separator: String, within tightness: Tightness
  ) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      append(part, within: tightness)
    }
  }

  private mutating func appendList(_ parts: [SQLExpression]) {
    text += "("
    append(parts, between: ", ", within: .or)
    text += ")"
  }

  private mutating func appendRest(of select: SQLSelect) {
    text += " FROM "
    append(sources: select)
    let link = select.link.map { SQLExpression.binary(.equal, $0.column, $0.key) }
    append(where: .and([link ?? .truth(true), select.condition]))
    text += ")"
  }

  private mutating func append(where condition: SQLExpression) {
    guard condition != .truth(true) else { return }
    text += " WHERE "
    append(condition)
  }

  private mutating func append(_ set: SQLSet) {
    switch set {
    case .list(let values): appendList(values.map { .value($0) })
    case .names(let names): text += "(\(names.map(SQLName.literal).joined(separator: ", ")))"
    case .json(let array, let function):
      let element = function.map { "\($0.rawValue)(value)" } ?? "value"
      text += "(SELECT \(element) FROM json_each(?))"
      bindings.append(.text(array))
    case .elements(let array):
      text += "(SELECT value FROM json_each("
      append(array)
      text += "))"
    case .keys(let select):
      text += "(SELECT "
      if let link = select.link { append(link.column) }
      text += " FROM "
      append(sources: select)
      append(where: select.condition)
      text += ")"
    }
  }
}
