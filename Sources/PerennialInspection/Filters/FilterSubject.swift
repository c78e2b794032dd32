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
    case .attribute(_, let sql, _), .key(let sql), .reference(let sql), .count(let sql): sql
    }
  }

  /// The condition of a Boolean attribute without an operator; nil for other subjects.
  var alone: SQLCondition? {
    guard case .attribute(let field, let sql, _) = term, field.kind == .attribute(.bool) else {
      return nil
    }
    return SQLCondition(sql: "\(sql) = 1")
  }

  /// Returns the condition of a comparison by an operator of SQL.
  func compare(_ relation: String, _ place: Int, _ literal: FilterLiteral) throws -> SQLCondition {
    let isEquality = relation == "=" || relation == "!="
    if literal.value == .null {
      guard isEquality else {
        throw FilterError(position: literal.position, reason: "Only == and != compare with nil.")
      }
      guard canBeNil else {
        throw FilterError(
          position: literal.position, reason: "A value was expected: “\(name)” is never nil.")
      }
      return SQLCondition(sql: "\(sql) IS \(relation == "=" ? "" : "NOT ")NULL")
    }
    try checkComparable(place)
    if !isEquality, let reason = reasonAgainstOrder {
      throw FilterError(position: place, reason: reason)
    }
    let value = try value(literal)
    // A value that is nil differs from each other value.
    return SQLCondition(
      sql: "\(sql) \(relation == "!=" ? "IS NOT" : relation) ?", bindings: [value])
  }

  /// Returns the condition that the value is one of several.
  func isAmong(_ literals: [FilterLiteral], _ place: Int) throws -> SQLCondition {
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
    return SQLCondition(sql: "\(sql) IN (\(marks))", bindings: values)
  }

  /// Returns the condition that a function of texts has as its result.
  func apply(_ function: String, _ place: Int, _ literal: FilterLiteral) throws -> SQLCondition {
    try checkComparable(place)
    guard case .attribute(let field, let sql, _) = term,
      field.kind == .attribute(.text) || field.kind == .attribute(.url)
    else {
      throw FilterError(
        position: place,
        reason: "“\(name)” isn't a text. One of ==, !=, <, <=, >, >= and in was expected.")
    }
    guard case .string(let text) = literal.value else {
      throw FilterError(position: literal.position, reason: "A text in quotes was expected.")
    }
    return SQLCondition(sql: "\(function)(\(sql), ?)", bindings: [.text(text)])
  }

  // MARK: Types

  private var canBeNil: Bool {
    switch term {
    case .attribute(let field, _, let isChained):
      isChained || field.isNullable && !field.nullMeansNaN
    case .reference: true
    case .key, .count: false
    }
  }

  /// - Throws: ``FilterError`` if values of the type can only be compared with nil.
  private func checkComparable(_ place: Int) throws {
    guard case .attribute(let field, _, _) = term else { return }
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
    case .attribute(let field, _, _):
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
    guard case .attribute(let field, _, _) = term else {
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
