/// An operand as an SQL value, for comparisons and computations.
struct Scalar {
  let sql: SQLExpression
  let form: ValueForm
  let null: Operand.NullMeaning

  /// Creates the value of an operand. A row becomes its key, a constant a parameter in the form of
  /// its own type.
  init(_ operand: Operand) throws(Untranslatable) {
    switch operand.content {
    case .scalar(let sql, let form):
      self.init(sql, form, null: operand.null)
    case .row(let row):
      self.init(row.key, row.identity, null: operand.null)
    case .constant(let value):
      guard let (constant, form) = ConstantValue.encode(value) else {
        throw Untranslatable("a constant of type \(type(of: value))")
      }
      self.init(constant, form)
    case .rows: throw Untranslatable("a to-many relationship as a value")
    case .range: throw Untranslatable("a range as a value")
    }
  }

  /// Creates the value of a constant, in the form of the value that it is compared with.
  init(constant value: Any, as form: ValueForm) throws(Untranslatable) {
    self.init(try ConstantValue.encode(value, as: form), form)
  }

  private init(_ sql: SQLExpression, _ form: ValueForm, null: Operand.NullMeaning) {
    self.sql = sql
    self.form = form
    self.null = null
  }

  private init(_ constant: ConstantValue, _ form: ValueForm) {
    switch (constant, form) {
    case (.absent, _): self.init(.null, form, null: .absence)
    case (.incomparable, _): self.init(.null, form, null: .notANumber)
    case (.value(.integer(let value)), .truth): self.init(.truth(value != 0), form, null: .nothing)
    case (.value(let value), _): self.init(.value(value), form, null: .nothing)
    }
  }

  /// The condition that the value is not nil.
  var isPresent: SQLExpression {
    switch null {
    case .nothing, .notANumber: .truth(true)
    case .absence: sql.isNotNull
    case .either(let isPresent): isPresent
    }
  }
}

/// Two operands of one Swift type, as SQL values of one form.
struct ScalarPair {
  let left: Scalar
  let right: Scalar
  var form: ValueForm { left.form }

  init(_ left: Operand, _ right: Operand) throws(Untranslatable) {
    switch (left.constant, right.constant) {
    case (let value?, nil):
      self.right = try Scalar(right)
      self.left = try Scalar(constant: value, as: self.right.form)
    case (nil, let value?):
      self.left = try Scalar(left)
      self.right = try Scalar(constant: value, as: self.left.form)
    default:
      self.left = try Scalar(left)
      self.right = try Scalar(right)
      guard self.left.form == self.right.form else {
        throw Untranslatable("a comparison of values that are stored differently")
      }
    }
  }

  /// Returns the condition that compares both values by their order.
  func comparison(_ operation: SQLOperator) throws(Untranslatable) -> SQLExpression {
    if form == .unsigned {
      return .binary(operation, left.sql.unsignedOrder, right.sql.unsignedOrder)
    }
    guard form.isOrdered else {
      throw Untranslatable("an order that only a Swift type knows")
    }
    return .binary(operation, left.sql, right.sql)
  }
}

extension SQLExpression {
  /// The sort key for a 64-bit pattern as an unsigned number. Patterns that look negative are last.
  fileprivate var unsignedOrder: SQLExpression {
    if case .value(.integer(let number)) = self { return .pair(.literal(number < 0 ? 1 : 0), self) }
    return .pair(.binary(.less, self, .literal(0)), self)
  }
}
