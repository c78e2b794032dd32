import Foundation
import Logging

/// How a ``FetchDescriptor`` is answered: the part that SQL answers, and what is left for memory.
///
/// The parts belong into one statement, in this order, and ``bindings`` are its parameters:
///
/// ```sql
/// SELECT … FROM from WHERE condition ORDER BY orderBy
/// ```
struct FetchPlan<T: PersistentModel> {
  let layout: ModelLayout
  /// The fetched table, which is called `t0`, and what is joined to it.
  let from: String
  /// Which rows; nil for every row.
  let condition: String?
  /// The order. Ends with the primary key, so that it is always the same.
  let orderBy: [String]
  /// The parameters, from left to right.
  let bindings: [SQLValue]
  /// Which rows, in the form that is quickest where they are counted and no order is asked for.
  let countCondition: String?
  /// The parameters of ``countCondition``.
  let countBindings: [SQLValue]
  /// Whether the condition says all that the predicate says. If not, it lets too many rows pass,
  /// and the predicate decides in memory.
  let isConditionExact: Bool
  /// Whether the order is the one asked for. If not, ``ModelOrder`` puts it in memory.
  let isOrderExact: Bool
  /// The model types of which the statement reads rows besides the fetched one: while there are
  /// unsaved changes to objects of one of them, the store's answer may differ from the context's.
  let entities: Set<ObjectIdentifier>
  /// What the result depends on.
  let reads: QueryReads
  /// Which rows, before the condition was given the form that is quickest for SQLite, and the table
  /// that stands for them in it.
  let sought: (condition: SQLExpression, rows: SQLTable)
  /// The column of the property that the result is to be divided by, if there is one.
  let sectionColumn: String?
  /// The checks of properties with cases that the condition and the order read.
  let caseChecks: [CaseCheck]
  /// The checks by which objects of the fetched model are left out.
  let ownChecks: [CaseCheck]
  /// The values of ``caseChecks`` and ``ownChecks`` that the statement takes for unknown.
  let unknown: UnknownValues
  /// Whether the statement leaves out rows that have unknown values.
  let leavesOut: Bool
  private let sectionBy: PartialKeyPath<T>?
  private let includesSubclasses: Bool

  /// - Parameters:
  ///   - sectionBy: The property by which the result is divided into sections. The order has to begin
  ///     with it.
  ///   - unknown: The values that the store has and the program's types cannot represent.
  ///   - leavesOut: Whether rows with such values are left out.
  init(
    _ descriptor: FetchDescriptor<T>, _ hierarchies: ClassHierarchies = .unknown,
    includesSubclasses: Bool = true, sectionBy: PartialKeyPath<T>? = nil,
    unknown: UnknownValues = .none, leavesOut: Bool = false
  ) {
    layout = ModelLayout.of(T.self)
    self.sectionBy = sectionBy
    self.includesSubclasses = includesSubclasses
    self.unknown = unknown
    self.leavesOut = leavesOut
    let translator = Translator(layout, hierarchies, unknown)
    var condition = descriptor.predicate.map(translator.condition(of:)) ?? .constant(true)
    sought = (condition.sql, translator.select.table)
    let order = translator.order(by: descriptor.sortBy)
    let access = IndexAccess(
      table: translator.select.table,
      columns: hierarchies.members(of: layout).reduce([]) { $0.union($1.indexedColumns) })
    let section = sectionBy.flatMap { try? translator.column(at: $0).0 }
    if descriptor.fetchLimit == nil || !descriptor.sortBy.isEmpty {
      // With a limit and no order of its own, a fetch can stop early, if it goes row by row.
      condition.sql = SubqueryStrategy(
        translator.select,
        access,
        others: order.terms.map(\.sql) + (section.map { [$0] } ?? [])
      ).condition(condition.sql)
    }
    let ranges = RangeStrategy(
      access: access,
      leading: order.terms.first?.sql ?? translator.row.key,
      isLimited: descriptor.fetchLimit != nil,
      newAlias: translator.newAlias
    )
    // A condition of the joins never has parameters, so their text may come first.
    var sources = SQLText()
    sources.append(sources: translator.select)
    from = sources.text
    let membership = Membership(
      hierarchies.condition(of: layout, includesSubclasses: includesSubclasses),
      access: access,
      leading: descriptor.fetchLimit == nil ? nil : order.terms.first?.sql)
    ownChecks = hierarchies.caseChecks(of: layout).filter(\.leavesOut)
    let readable =
      leavesOut ? unknown.readable(ownChecks, in: translator.select.table) : .truth(true)
    func rows(_ condition: SQLExpression) -> SQLText? {
      Self.text(.and([membership.condition(condition), readable]))
    }
    let counted = rows(condition.sql)
    let fetched = ranges.condition(condition.sql).map(rows) ?? counted
    (countCondition, countBindings) = (counted?.text, counted?.bindings ?? [])
    self.condition = fetched?.text
    var bindings = fetched?.bindings ?? []
    orderBy = order.terms.map { term in
      var text = SQLText()
      text.append(term.sql)
      bindings += text.bindings
      return term.isDescending ? text.text + " DESC" : text.text
    }
    self.bindings = bindings
    isConditionExact = condition.isExact
    isOrderExact = order.isExact
    entities = translator.readModels.reduce(into: []) { types, model in
      for member in hierarchies.members(of: model) { types.insert(ObjectIdentifier(member.type)) }
    }
    var reads = translator.reads
    reads.areUnknown = !condition.isExact || !order.isExact
    self.reads = reads
    sectionColumn = section.flatMap { sql in
      var text = SQLText()
      text.append(sql)
      // There is no place for parameters among the columns.
      return text.bindings.isEmpty ? text.text : nil
    }
    caseChecks = translator.caseChecks
    if !isConditionExact || !isOrderExact {
      let parts = translator.leftovers.joined(separator: "; ")
      Log.fetch.debug("fetching \(layout.entityName), decided in memory: \(parts)")
    }
  }

  private static func text(_ condition: SQLExpression) -> SQLText? {
    if condition == .truth(true) { return nil }
    var text = SQLText()
    text.append(condition)
    return text
  }
}

extension FetchPlan {
  /// The plan of the same fetch with regard to values that cannot be represented.
  func regarding(
    _ unknown: UnknownValues, leavesOut: Bool, _ descriptor: FetchDescriptor<T>,
    _ hierarchies: ClassHierarchies
  ) -> FetchPlan {
    FetchPlan(
      descriptor, hierarchies, includesSubclasses: includesSubclasses, sectionBy: sectionBy,
      unknown: unknown, leavesOut: leavesOut)
  }

  /// The plan with regard to the values that the store has now and that its condition and order read; this
  /// one as a rule.
  func current(
    _ descriptor: FetchDescriptor<T>, in graph: ObjectGraph
  ) throws -> FetchPlan {
    if caseChecks.isEmpty { return self }
    let unknown = try graph.unknownValues(caseChecks)
    if unknown == self.unknown.restricted(to: caseChecks) { return self }
    return regarding(unknown, leavesOut: false, descriptor, graph.coordinator.hierarchies)
  }
}

// MARK: - Statements

extension FetchPlan {
  /// The statement for columns of the rows, in order.
  func select(_ columns: String, limit: Int?, offset: Int?) -> String {
    var sql = "SELECT \(columns) FROM \(from)"
    if let condition { sql += " WHERE \(condition)" }
    sql += " ORDER BY \(orderBy.joined(separator: ", "))"
    return sql + Self.window(limit, offset)
  }

  /// The statement for the number of the rows. Its parameters are ``countBindings``.
  func count(limit: Int?, offset: Int?) -> String {
    var rows = "FROM \(from)"
    if let countCondition { rows += " WHERE \(countCondition)" }
    let window = Self.window(limit, offset)
    return window.isEmpty
      ? "SELECT count(*) \(rows)" : "SELECT count(*) FROM (SELECT 1 \(rows)\(window))"
  }

  private static func window(_ limit: Int?, _ offset: Int?) -> String {
    if limit == nil, offset == nil { return "" }
    return " LIMIT \(limit.map { max($0, 0) } ?? -1) OFFSET \(max(offset ?? 0, 0))"
  }
}

extension Translator {
  /// The condition of a whole predicate.
  func condition<T: PersistentModel>(of predicate: Predicate<T>) -> Condition {
    let variable: PredicateExpressions.Variable<T> = predicate.variable
    let expression: any PredicateExpression<Bool> = predicate.expression
    let condition = binding(variable, to: Operand(.row(row))) {
      self.condition(expression, .upper)
    }
    guard let success = condition.success else { return condition }
    return Condition(sql: .and([condition.sql, success]), isExact: condition.isExact)
  }
}

extension Log {
  static let fetch = Logger(label: "perennial.fetch")
}
