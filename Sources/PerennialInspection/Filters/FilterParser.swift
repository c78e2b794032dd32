import Perennial

/// Reads a filter, and writes its condition in SQL and in Swift.
///
/// Each comparison is true or not true: NULL counts as not true. A negation is therefore `IS NOT TRUE`.
struct FilterParser {
  /// The largest number of comparisons, and of values in a list.
  private static let limit = 100
  /// The largest number of parentheses and negations in one another. SQLite's parser bounds it.
  private static let deepest = 15

  private let tokens: [FilterToken]
  private let scope: FilterScope
  private var index = 0
  private var depth = 0
  private var comparisons = 0

  init(_ text: String, _ scope: FilterScope) throws {
    tokens = try FilterLexer.tokens(text)
    self.scope = scope
  }

  private var token: FilterToken { tokens[min(index, tokens.count - 1)] }

  private func expected(_ what: String) -> FilterError {
    FilterError(
      position: token.position, reason: "\(what) was expected, not \(token.quoted).")
  }

  mutating func parse() throws -> FilterCondition {
    let condition = try disjunction()
    guard token.kind == .end else { throw expected("&&, || or the end") }
    return condition
  }

  // MARK: Connectives

  private mutating func disjunction() throws -> FilterCondition {
    var conditions = [try conjunction()]
    while token.isSign("||") || token.keyword == "or" {
      index += 1
      conditions.append(try conjunction())
    }
    return Self.join(conditions, with: "OR", precedence: .disjunction)
  }

  private mutating func conjunction() throws -> FilterCondition {
    var conditions = [try unary()]
    while token.isSign("&&") || token.keyword == "and" {
      index += 1
      conditions.append(try unary())
    }
    return Self.join(conditions, with: "AND", precedence: .conjunction)
  }

  private static func join(
    _ conditions: [FilterCondition], with connective: String, precedence: SwiftCondition.Precedence
  ) -> FilterCondition {
    if conditions.count == 1 { return conditions[0] }
    let sql = conditions.map(\.sql.sql).joined(separator: " \(connective) ")
    return FilterCondition(
      sql: SQLCondition(sql: "(\(sql))", bindings: conditions.map(\.sql).bindings),
      swift: .joined(conditions.map(\.swift), precedence))
  }

  private mutating func unary() throws -> FilterCondition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw FilterError(
        position: token.position, reason: "The filter is nested too deeply. Simplify it.")
    }
    if token.isSign("!") || token.keyword == "not" {
      index += 1
      let condition = try unary()
      return FilterCondition(
        sql: SQLCondition(
          sql: "(\(condition.sql.sql)) IS NOT TRUE", bindings: condition.sql.bindings),
        swift: condition.swift.negated)
    }
    if token.isSign("(") {
      index += 1
      let condition = try disjunction()
      guard token.isSign(")") else { throw expected("&&, || or a closing parenthesis") }
      index += 1
      return condition
    }
    comparisons += 1
    guard comparisons <= Self.limit else {
      throw FilterError(
        position: token.position,
        reason: "The filter has more than \(Self.limit) comparisons. Shorten it.")
    }
    return try comparison()
  }

  // MARK: Comparisons

  private mutating func path() throws -> [(name: String, position: Int)] {
    var path: [(name: String, position: Int)] = []
    repeat {
      if !path.isEmpty { index += 1 }
      guard case .word(let name) = token.kind else { throw expected("The name of a property") }
      path.append((name, token.position))
      index += 1
    } while token.isSign(".")
    return path
  }

  private mutating func comparison() throws -> FilterCondition {
    let path = try path()
    let term = try scope.term(path)
    let subject = FilterSubject(term, name: path.map(\.name).joined(separator: "."), scope.store)
    let place = token.position
    switch token.kind {
    case .sign(let sign) where FilterSubject.relations[sign] != nil:
      index += 1
      return try subject.compare(
        by: FilterSubject.relations[sign] ?? "=", at: place, with: try literal())
    default: break
    }
    switch token.keyword {
    case "in":
      index += 1
      return try subject.isAmong(try list(), place)
    case "contains":
      index += 1
      let function: TextFunction = try ignoresCase() ? .localizedContains : .contains
      return try subject.apply(function, at: place, to: try literal())
    case "beginswith":
      index += 1
      return try subject.apply(.beginsWith, at: place, to: try literal())
    default:
      guard let condition = subject.alone else {
        throw expected("An operator (==, !=, <, <=, >, >=, contains, beginswith, in)")
      }
      return condition
    }
  }

  /// Reads the option `[cd]`: case and diacritics do not matter.
  private mutating func ignoresCase() throws -> Bool {
    guard token.isSign("[") else { return false }
    index += 1
    guard token.keyword == "cd" else { throw expected("The option “cd”") }
    index += 1
    guard token.isSign("]") else { throw expected("A closing bracket") }
    index += 1
    return true
  }

  private mutating func literal() throws -> FilterLiteral {
    let token = token
    let value: PlainValue
    switch token.kind {
    case .string(let text): value = .string(text)
    case .number(let digits): value = .number(digits)
    default:
      switch token.keyword {
      case "true": value = .bool(true)
      case "false": value = .bool(false)
      case "nil", "null": value = .null
      default: throw expected("A value (a number, a text in quotes, true, false or nil)")
      }
    }
    index += 1
    return FilterLiteral(value: value, position: token.position)
  }

  private mutating func list() throws -> [FilterLiteral] {
    guard token.isSign("[") else { throw expected("A list in brackets, such as [1, 2]") }
    index += 1
    var values = [try literal()]
    while token.isSign(",") {
      index += 1
      values.append(try literal())
    }
    guard token.isSign("]") else { throw expected("A comma or a closing bracket") }
    index += 1
    guard values.count <= Self.limit else {
      throw FilterError(
        position: values[Self.limit].position,
        reason: "The list has more than \(Self.limit) values. Shorten it.")
    }
    return values
  }
}

/// A value of a filter, and the number of characters before it.
struct FilterLiteral {
  let value: PlainValue
  let position: Int
}
