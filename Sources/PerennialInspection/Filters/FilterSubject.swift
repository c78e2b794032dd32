import Perennial

/// The left side of a comparison, and the comparisons that its type allows.
struct FilterSubject {
  /// The operators of SQL, by those of filters.
  static let relations = [
    "==": "=", "=": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
  ]

  private let term: FilterScope.Term
  private let name: String
  private let store: InspectedStore

  init(_ term: FilterScope.Term, name: String, _ store: InspectedStore) {
    self.term = term
    self.name = name
    self.store = store
  }

  private var sql: String {
    switch term {
    case .attribute(_, let sql, _, _, _), .key(let sql), .reference(let sql, _),
      .count(let sql, _):
      sql
    }
  }

  /// The condition of a Boolean attribute without an operator; nil for other subjects.
  var alone: FilterCondition? {
    guard case .attribute(let field, let sql, _, let swift, let type) = term,
      field.kind == .attribute(.bool)
    else { return nil }
    let code = swift.canBeNil ? "\(swift.code) == true" : swift.code
    return FilterCondition(
      sql: SQLCondition(sql: "\(sql) = 1"),
      swift: type == nil ? inexpressible : .comparison(code))
  }

  /// Returns the condition of a comparison by an operator of SQL.
  func compare(
    by relation: String, at place: Int, with literal: FilterLiteral
  ) throws -> FilterCondition {
    let isEquality = relation == "=" || relation == "!="
    if literal.value == .null {
      guard isEquality else {
        throw FilterError(position: literal.position, reason: "Only == and != compare with nil.")
      }
      guard canBeNil else {
        throw FilterError(
          position: literal.position, reason: "A value was expected: “\(name)” is never nil.")
      }
      return FilterCondition(
        sql: SQLCondition(sql: "\(sql) IS \(relation == "=" ? "" : "NOT ")NULL"),
        swift: swift(relation, value: nil, literal: literal))
    }
    try checkComparable(place)
    if !isEquality, let reason = reasonAgainstOrder {
      throw FilterError(position: place, reason: reason)
    }
    let value = try value(literal)
    // A value that is nil differs from each other value.
    return FilterCondition(
      sql: SQLCondition(
        sql: "\(sql) \(relation == "!=" ? "IS NOT" : relation) ?", bindings: [value]),
      swift: swift(relation, value: value, literal: literal))
  }

  /// Returns the condition that the value is one of several.
  func isAmong(_ literals: [FilterLiteral], _ place: Int) throws -> FilterCondition {
    try checkComparable(place)
    let values = try literals.map { literal in
      if literal.value == .null {
        throw FilterError(
          position: literal.position,
          reason: "A value was expected: a list cannot contain nil. Add “|| \(name) == nil”.")
      }
      return try value(literal)
    }
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    return FilterCondition(
      sql: SQLCondition(sql: "\(sql) IN (\(marks))", bindings: values),
      swift: swiftList(values, literals))
  }

  /// Returns the condition that a function of texts has as its result.
  func apply(
    _ function: TextFunction, at place: Int, to literal: FilterLiteral
  ) throws -> FilterCondition {
    try checkComparable(place)
    guard case .attribute(let field, let sql, _, let swift, let type) = term,
      field.kind == .attribute(.text) || field.kind == .attribute(.url)
    else {
      throw FilterError(
        position: place,
        reason: "“\(name)” isn't a text. One of ==, !=, <, <=, >, >= and in was expected.")
    }
    guard case .string(let text) = literal.value else {
      throw FilterError(position: literal.position, reason: "A text in quotes was expected.")
    }
    return FilterCondition(
      sql: SQLCondition(sql: "\(function.sql)(\(sql), ?)", bindings: [.text(text)]),
      swift: type == .text ? .comparison(swift.call(function, text)) : inexpressible)
  }

  // MARK: Predicates

  private var inexpressible: SwiftCondition {
    .inexpressible("A predicate cannot have the comparison with “\(name)”.")
  }

  /// Returns a comparison as a part of a predicate.
  ///
  /// - Parameters:
  ///   - relation: The operator of SQL.
  ///   - value: The value of the column; nil for nil.
  private func swift(
    _ relation: String, value: SQLValue?, literal: FilterLiteral
  ) -> SwiftCondition {
    let sign = relation == "=" ? "==" : relation
    switch term {
    case .key: return inexpressible
    case .reference(_, let swift):
      return value == nil ? .comparison("\(swift.code) \(sign) nil") : inexpressible
    case .count(_, let swift):
      return .comparison("\(swift.count) \(sign) \(literal.value.text)")
    case .attribute(_, _, _, let swift, let type):
      guard let type, type != .json else { return inexpressible }
      guard let value else {
        return swift.canBeNil ? .comparison("\(swift.code) \(sign) nil") : inexpressible
      }
      let isEquality = sign == "==" || sign == "!="
      guard isEquality || type.isComparableInSwift,
        let operand = type.swiftValue(
          value, literal.value.text, isOptional: isEquality && swift.canBeNil)
      else { return inexpressible }
      let (before, after) = swift.comparison(sign)
      return .expression([.code(before), operand, .code(after)], .comparison)
    }
  }

  private func swiftList(_ values: [SQLValue], _ literals: [FilterLiteral]) -> SwiftCondition {
    if case .count(_, let swift) = term {
      let numbers = literals.map(\.value.text).joined(separator: ", ")
      return .comparison("[\(numbers)].contains(\(swift.count))")
    }
    guard case .attribute(_, _, _, let swift, let type?) = term else { return inexpressible }
    let elements = zip(values, literals).compactMap {
      type.swiftValue($0, $1.value.text, isOptional: swift.canBeNil)
    }
    guard elements.count == values.count else { return inexpressible }
    var (codes, elementType): ([String], String?) = ([], nil)
    for element in elements {
      switch element {
      case .code(let code): codes.append(code)
      case .constant(let type, let value): (codes, elementType) = (codes + [value], type)
      }
    }
    let list = "[\(codes.joined(separator: ", "))]"
    let piece: SwiftCondition.Piece =
      elementType.map { SwiftCondition.Piece.constant(type: "[\($0)]", value: list) } ?? .code(list)
    return .expression([piece, .code(".contains(\(swift.code))")], .comparison)
  }

  // MARK: Types

  private var canBeNil: Bool {
    switch term {
    case .attribute(let field, _, let isChained, _, _):
      isChained || field.isNullable && !field.nullMeansNaN
    case .reference: true
    case .key, .count: false
    }
  }

  /// - Throws: ``FilterError`` if values of the type can only be compared with nil.
  private func checkComparable(_ place: Int) throws {
    guard case .attribute(let field, _, _, _, _) = term else { return }
    let kind: String? =
      if field.isExternal { "stored beside the store" } else {
        switch field.kind {
        case .attribute(.json): "stored as JSON"
        case .attribute(.data): "data"
        default: nil
        }
      }
    if let kind {
      throw FilterError(
        position: place, reason: "“\(name)” is \(kind): only “== nil” or “!= nil” was expected.")
    }
  }

  /// The reason why values of the type have no order in a filter; nil if they have one.
  private var reasonAgainstOrder: String? {
    switch term {
    case .reference: "A to-one relationship is compared by == and != only."
    case .attribute(let field, _, _, _, _):
      switch field.kind {
      case .attribute(.bool): "“\(name)” is true or false: == or != was expected."
      case .attribute(.uint64): "“\(name)” has 64 bits without a sign: == or != was expected."
      default: nil
      }
    case .key, .count: nil
    }
  }

  /// Returns the column value for a value of a filter.
  private func value(_ literal: FilterLiteral) throws -> SQLValue {
    guard case .attribute(let field, _, _, _, _) = term else {
      guard case .number(let digits) = literal.value, let number = Int64(digits) else {
        throw FilterError(position: literal.position, reason: "A whole number was expected.")
      }
      return .integer(number)
    }
    var plain = literal.value
    if field.kind == .attribute(.date), case .string(let text) = plain, text.utf8.count == 10 {
      plain = .string("\(text)T00:00:00Z")
    }
    do {
      return try field.column(plain, in: store.database)
    } catch let issue as ImportIssue {
      let reason = issue.reason.prefix(1).uppercased() + issue.reason.dropFirst()
      throw FilterError(position: literal.position, reason: "\(reason).")
    }
  }
}
