import Foundation

/// Translates the expressions of a predicate to SQL.
///
/// Each type of expression node knows its own translation (``PredicateNode``); the translator
/// keeps what they share: the meaning of variables, the tables, and the parts that were left over.
final class Translator {
  /// What is fetched.
  let select: SQLSelect
  /// The models, other than the fetched one, whose rows are read.
  private(set) var readModels: Set<ObjectIdentifier> = []
  /// Why SQL does not say all that the predicate says.
  private(set) var leftovers: [String] = []
  /// The values of those variables that stand for constants.
  private(set) var constants = PredicateBindings()

  private let layout: ModelLayout
  private var variables: [(key: PredicateExpressions.VariableID, operand: Operand)] = []
  private var aliases = 0

  init(_ layout: ModelLayout) {
    self.layout = layout
    select = SQLSelect(SQLTable(name: layout.tableName, alias: "t0"))
  }

  /// The fetched row.
  private(set) lazy var row = RowSource(layout, of: select, self)

  func newAlias() -> String {
    aliases += 1
    return "t\(aliases)"
  }

  func noteReading(_ other: ModelLayout) {
    if other !== layout { readModels.insert(ObjectIdentifier(other.type)) }
  }

  func noteLeftover(_ reason: String) { leftovers.append(reason) }

  // MARK: Variables

  func operand(of variable: PredicateExpressions.VariableID) throws -> Operand {
    for entry in variables.reversed() where entry.key == variable { return entry.operand }
    throw Untranslatable("an unknown variable")
  }

  /// Runs `body` while a variable stands for an operand.
  func binding<Value, Result>(
    _ variable: PredicateExpressions.Variable<Value>, to operand: Operand, _ body: () throws -> Result
  ) rethrows -> Result {
    variables.append((variable.key, operand))
    let outerConstants = constants
    if let constant = operand.constant as? Value {
      constants = constants.binding(variable, to: constant)
    }
    defer {
      variables.removeLast()
      constants = outerConstants
    }
    return try body()
  }

  // MARK: Nodes

  func operand(_ node: some PredicateExpression) throws -> Operand {
    guard let node = node as? any PredicateNode else { throw Untranslatable(name(of: node)) }
    return try node.operand(self)
  }

  /// The condition that a Boolean node is true, or, where SQL cannot say so, a bound of it.
  func condition(_ node: some PredicateExpression<Bool>, _ bound: Bound) -> Condition {
    do {
      if let node = node as? any ConditionNode { return try node.condition(self, bound) }
      return try condition(operand(node))
    } catch let error as Untranslatable {
      leftovers.append(error.reason)
      return Condition(sql: .truth(bound == .upper), isExact: false)
    } catch {
      return .failure
    }
  }

  /// The condition that a Boolean node is true, exactly.
  func exactCondition(_ node: some PredicateExpression<Bool>) throws -> Condition {
    let before = leftovers.count
    let condition = condition(node, .upper)
    guard condition.isExact else {
      let reason = leftovers.last ?? name(of: node)
      leftovers.removeSubrange(before...)
      throw Untranslatable(reason)
    }
    return condition
  }

  private func condition(_ operand: Operand) throws -> Condition {
    let (sql, form) = try scalar(operand)
    guard form == .truth else { throw Untranslatable("a condition that is no truth value") }
    return Condition(sql: sql.condition, success: operand.success)
  }

  private func name(of node: some PredicateExpression) -> String {
    let name = "\(type(of: node))"
    return String(name.prefix { $0 != "<" })
  }

  // MARK: Values

  /// An operand as an SQL value: a row becomes its key, a constant a parameter.
  func scalar(_ operand: Operand) throws(Untranslatable) -> (SQLExpression, ValueForm) {
    switch operand.content {
    case .scalar(let sql, let form): return (sql, form)
    case .row(let row): return (row.key, .identity(row.layout))
    case .constant(let value):
      guard let (constant, form) = ConstantValue.encode(value) else {
        throw Untranslatable("a constant of type \(type(of: value))")
      }
      return (constant.sql, form)
    case .rows: throw Untranslatable("a to-many relationship as a value")
    case .range: throw Untranslatable("a range as a value")
    }
  }

  /// Two operands of one Swift type as SQL values of one form.
  func scalars(
    _ left: Operand, _ right: Operand
  ) throws(Untranslatable) -> (left: Scalar, right: Scalar, form: ValueForm) {
    switch (left.constant, right.constant) {
    case (let value?, nil):
      let other = try Scalar(right, self)
      return (try Scalar(constant: value, as: other.form), other, other.form)
    case (nil, let value?):
      let other = try Scalar(left, self)
      return (other, try Scalar(constant: value, as: other.form), other.form)
    default:
      let (left, right) = (try Scalar(left, self), try Scalar(right, self))
      guard left.form == right.form else {
        throw Untranslatable("a comparison of values that are stored differently")
      }
      return (left, right, left.form)
    }
  }
}

/// An operand as an SQL value, ready to be compared.
struct Scalar {
  let sql: SQLExpression
  let form: ValueForm
  let null: Operand.NullMeaning

  init(_ operand: Operand, _ translator: Translator) throws(Untranslatable) {
    (sql, form) = try translator.scalar(operand)
    null = operand.null
  }

  init(constant value: Any, as form: ValueForm) throws(Untranslatable) {
    let constant = try ConstantValue.encode(value, as: form)
    self.form = form
    sql = constant.sql
    null =
      switch constant {
      case .absent: .absence
      case .incomparable: .notANumber
      case .value: .nothing
      }
  }
}

extension ConstantValue {
  var sql: SQLExpression {
    switch self {
    case .absent, .incomparable: .null
    case .value(let value): .value(value)
    }
  }
}

/// A node of a predicate that SQL may be able to express.
protocol PredicateNode {
  /// - Throws: ``Untranslatable`` if SQL cannot; any other error if evaluation always fails.
  func operand(_ translator: Translator) throws -> Operand
}

/// A node that asks something.
protocol ConditionNode: PredicateNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition
}

extension ConditionNode where Self: PredicateExpression, Output == Bool {
  func operand(_ translator: Translator) throws -> Operand {
    let condition = try translator.exactCondition(self)
    return Operand(.scalar(condition.sql.decided, .truth), success: condition.success)
  }
}
