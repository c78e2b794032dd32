/// A condition of a filter as a part of a `#Predicate`, or the reason why it has no such form.
enum SwiftCondition {
  /// A part of an expression.
  enum Piece {
    case code(String)
    /// A constant before the predicate, for a value that has no literal.
    case constant(type: String, value: String)
  }

  /// The operator that an expression ends in, from the weakest to the strongest.
  enum Precedence: Int {
    case disjunction, conjunction, comparison
  }

  case expression([Piece], Precedence)
  case inexpressible(String)

  /// A comparison without constants.
  static func comparison(_ code: String) -> SwiftCondition {
    .expression([.code(code)], .comparison)
  }

  /// Returns conditions that are joined by an operator.
  static func joined(_ conditions: [SwiftCondition], _ precedence: Precedence) -> SwiftCondition {
    var all: [Piece] = []
    for condition in conditions {
      guard case .expression(let pieces, let own) = condition else { return condition }
      if !all.isEmpty { all.append(.code(precedence == .disjunction ? " || " : " && ")) }
      all += own.rawValue < precedence.rawValue ? [.code("(")] + pieces + [.code(")")] : pieces
    }
    return .expression(all, precedence)
  }

  /// The condition that is true if this one is not.
  var negated: SwiftCondition {
    guard case .expression(let pieces, _) = self else { return self }
    return .expression([.code("!(")] + pieces + [.code(")")], .comparison)
  }

  /// Returns the declaration of a predicate, after those of its constants; nil if it cannot be expressed.
  func predicate(of entity: String) -> String? {
    guard case .expression(let pieces, _) = self else { return nil }
    var (constants, code): ([String], String) = ([], "")
    for piece in pieces {
      switch piece {
      case .code(let text): code += text
      case .constant(let type, let value):
        code += "value\(constants.count + 1)"
        constants.append("let value\(constants.count + 1): \(type) = \(value)")
      }
    }
    let lines = constants + ["let predicate = #Predicate<\(entity)> { \(code) }"]
    return lines.joined(separator: "\n")
  }

  /// The reason why there is no predicate; nil if there is one.
  var reason: String? {
    if case .inexpressible(let reason) = self { reason } else { nil }
  }
}
