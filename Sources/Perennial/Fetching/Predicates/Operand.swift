/// The translation of a subexpression of a predicate.
struct Operand {
  indirect enum Content {
    /// A value that does not depend on a row: captured, or computed from captured values.
    case constant(Any)
    case scalar(SQLExpression, ValueForm)
    /// A row of a model.
    case row(RowSource)
    /// The rows of a to-many relationship.
    case rows(RowSet)
    case range(RangeBounds)
  }

  /// The meaning of NULL in a value.
  enum NullMeaning {
    /// No meaning in Swift: there is always a value.
    case nothing
    case absence
    case notANumber
    /// Nil or NaN. The condition is true if the value is not nil.
    case either(isPresent: SQLExpression)

    /// Returns the meaning of NULL in a value that is one of two values.
    func merged(with other: NullMeaning) throws(Untranslatable) -> NullMeaning {
      switch (self, other) {
      case (.nothing, _): return other
      case (_, .nothing): return self
      case (.absence, .absence), (.notANumber, .notANumber): return self
      default: throw Untranslatable("a value that is nil or not a number")
      }
    }
  }

  var content: Content
  var null: NullMeaning
  /// The condition under which evaluating the subexpression in Swift succeeds; nil if it always
  /// succeeds. A predicate does not match if its evaluation fails (unwrapping nil, overflow).
  var success: SQLExpression?

  init(_ content: Content, null: NullMeaning = .nothing, success: SQLExpression? = nil) {
    self.content = content
    self.null = null
    self.success = success
  }

  static func constant(_ value: Any) -> Operand { Operand(.constant(value)) }

  var constant: Any? {
    if case .constant(let value) = content { value } else { nil }
  }

  var isConstant: Bool {
    if case .constant = content { true } else { false }
  }

  func constant<Value>(as type: Value.Type) -> Value? {
    guard case .constant(let value) = content else { return nil }
    return value as? Value
  }

  /// The rows of a to-many relationship.
  var rows: RowSet {
    get throws(Untranslatable) {
      guard case .rows(let rows) = content else {
        throw Untranslatable("the elements of a value that is not a relationship")
      }
      return rows
    }
  }

  /// The condition that the value is not nil.
  var isPresent: SQLExpression {
    get throws(Untranslatable) {
      // A to-many relationship is never nil, optional or not.
      if case .rows = content { return .truth(true) }
      if case .row(let row) = content, case .absence = null { return row.isPresent }
      return try Scalar(self).isPresent
    }
  }
}

/// The bounds of a range. A bound is nil at an open end.
struct RangeBounds {
  let lower: Operand?
  let upper: Operand?
  let includesUpper: Bool
}

/// The reason why SQL cannot evaluate a part of a predicate or of an order.
struct Untranslatable: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

extension Optional where Wrapped == SQLExpression {
  /// Returns the conjunction of both conditions, where nil is true.
  func and(_ other: SQLExpression?) -> SQLExpression? {
    guard let self else { return other }
    guard let other else { return self }
    return .and([self, other])
  }
}
