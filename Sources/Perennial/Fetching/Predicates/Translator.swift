import Foundation

/// Translates the expressions of a predicate to SQL.
///
/// Each type of expression node has its own translation (``PredicateNode``). The translator has
/// their shared state: the operands of variables, the tables, and the parts that SQL cannot
/// express.
final class Translator {
  /// The `SELECT` of the fetched rows.
  let select: SQLSelect
  /// The models, besides the fetched one, whose rows are read.
  private(set) var readModels: [ModelLayout] = []
  /// The properties that are read.
  private(set) var reads = QueryReads()
  /// The reasons why SQL does not express the whole predicate.
  private(set) var leftovers: [String] = []
  /// `true` if the predicate has a variable that is bound nowhere: that of another predicate.
  private(set) var hasUnknownVariable = false

  /// The checks of the properties that are read, and of rows that are searched at the other ends of
  /// relationships.
  private(set) var caseChecks: [CaseCheck] = []

  let hierarchies: ClassHierarchies
  let unknown: UnknownValues
  private let layout: ModelLayout
  /// The bound variables. A later entry hides an earlier one of the same variable.
  private(set) var variables: [(key: PredicateExpressions.VariableID, operand: Operand)] = []
  private var aliases = 0

  init(
    _ layout: ModelLayout, hierarchies: ClassHierarchies, unknown: UnknownValues = .none
  ) {
    self.layout = layout
    self.hierarchies = hierarchies
    self.unknown = unknown
    select = SQLSelect(SQLTable(name: layout.tableName, alias: "t0"))
  }

  /// The fetched row.
  private(set) lazy var row = RowSource(layout, of: select, self, isFetched: true)

  func newAlias() -> String {
    aliases += 1
    return "t\(aliases)"
  }

  func noteReading(_ layout: ModelLayout) {
    if !readModels.contains(where: { $0 === layout }) { readModels.append(layout) }
    reads.noteOther(layout.entityName, [])
  }

  func noteCheck(_ check: CaseCheck) {
    if !caseChecks.contains(where: { $0.property === check.property }) { caseChecks.append(check) }
  }

  /// Records that a query depends on the rows of a model that fetches leave out.
  ///
  /// - Returns: The checks that leave these rows out.
  func noteLeavingOut(_ layout: ModelLayout) -> [CaseCheck] {
    let checks = hierarchies.caseChecks(of: layout).filter(\.leavesOut)
    for check in checks { noteCheck(check) }
    return checks
  }

  func noteReading(_ property: PropertyLayout, of row: RowSource) {
    if property.cases != nil,
      let check = row.layout.caseChecks.first(where: { $0.property === property })
    {
      noteCheck(check)
    }
    if row.isFetched {
      reads.own.formUnion(property.mask)
    } else {
      reads.noteOther(row.layout.entityName, property.mask)
    }
  }

  /// Records a search for rows at the other end of a relationship.
  func noteSearch(of relationship: RelationshipLayout, from owner: RowSource) {
    noteReading(relationship.destination)
    noteReading(relationship.property, of: owner)
    // A change to a join table is reported for both sides. A to-one reference may change without a
    // report for its inverse, so the query depends on the reference too.
    var inverse = relationship.inverse?.mask ?? []
    if case .joinTable = relationship.storage { inverse = [] }
    reads.noteOther(relationship.destination.entityName, inverse, isSought: true)
  }

  func noteLeftover(_ reason: String) { leftovers.append(reason) }

  func noteUnknownVariable() { hasUnknownVariable = true }

  // MARK: Variables

  /// Binds a variable to an operand, until the end of the ``scope(_:)``.
  func bind<Value>(_ variable: PredicateExpressions.Variable<Value>, to operand: Operand) {
    variables.append((variable.key, operand))
  }

  /// Runs `body` and removes the variables that it bound.
  func scope<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = variables.count
    defer { variables.removeSubrange(outer...) }
    return try body()
  }

  /// Runs `body` while a variable is bound to an operand.
  func binding<Value, Result>(
    _ variable: PredicateExpressions.Variable<Value>,
    to operand: Operand,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try scope {
      bind(variable, to: operand)
      return try body()
    }
  }

  // MARK: Nodes

  /// Returns the condition that the fetched row matches a predicate.
  func condition<T: PersistentModel>(of predicate: Predicate<T>) -> Condition {
    let variable: PredicateExpressions.Variable<T> = predicate.variable
    let expression: any PredicateExpression<Bool> = predicate.expression
    bind(variable, to: Operand(.row(row)))
    let condition = condition(expression, .upper)
    guard let success = condition.success else { return condition }
    return Condition(sql: .and([condition.sql, success]), isExact: condition.isExact)
  }

  func operand(_ node: some PredicateExpression) throws -> Operand {
    guard let node = node as? any PredicateNode else { throw Untranslatable(name(of: node)) }
    return try node.operand(self)
  }

  /// Returns the condition that a Boolean node is true. If SQL cannot express it, returns a bound
  /// of it.
  func condition(_ node: some PredicateExpression<Bool>, _ bound: Bound) -> Condition {
    do {
      if let node = node as? any ConditionNode { return try node.condition(self, bound) }
      let operand = try operand(node)
      let scalar = try Scalar(operand)
      guard scalar.form == .truth else {
        throw Untranslatable("a condition that is not a Bool")
      }
      return Condition(sql: scalar.sql.condition, success: operand.success)
    } catch {
      leftovers.append((error as? Untranslatable)?.reason ?? "\(error)")
      return Condition(sql: .truth(bound == .upper), isExact: false)
    }
  }

  /// Returns the exact condition that a Boolean node is true. Throws an error if SQL cannot express
  /// it.
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

  private func name(of node: some PredicateExpression) -> String {
    let name = "\(type(of: node))"
    return String(name.prefix { $0 != "<" })
  }
}

/// A node of a predicate that SQL may be able to express.
protocol PredicateNode {
  /// Returns the translation of the node.
  ///
  /// - Throws: ``Untranslatable`` if SQL cannot express it.
  func operand(_ translator: Translator) throws -> Operand
}

/// A node with a Boolean value.
protocol ConditionNode: PredicateNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition
}

extension ConditionNode where Self: PredicateExpression, Output == Bool {
  func operand(_ translator: Translator) throws -> Operand {
    let condition = try translator.exactCondition(self)
    return Operand(.scalar(condition.sql.decided, .truth), success: condition.success)
  }
}
