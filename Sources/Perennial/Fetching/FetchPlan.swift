import Foundation
import Logging

/// The plan for a ``FetchDescriptor``: the part that SQL evaluates, and the part for evaluation in
/// memory.
///
/// The parts form one statement, in this order, and ``bindings`` are its parameters:
///
/// ```sql
/// SELECT … FROM from WHERE condition ORDER BY orderBy
/// ```
struct FetchPlan<T: PersistentModel> {
  let layout: ModelLayout
  /// The fetched table, which is named `t0`, and the tables that are joined to it.
  let from: String
  /// The condition for the rows; nil for every row.
  let condition: String?
  /// The order. It ends with the primary key, so that it is deterministic.
  let orderBy: [String]
  /// The parameters of the statement, from left to right.
  let bindings: [SQLValue]
  /// The condition for the rows, in the form that is quickest for counting them without an order.
  let countCondition: String?
  /// The parameters of ``countCondition``.
  let countBindings: [SQLValue]
  /// `true` if the condition is equivalent to the predicate. If not, the condition accepts too many
  /// rows, and the predicate is evaluated in memory.
  let isConditionExact: Bool
  /// `true` if the order is the requested one. If not, ``ModelOrder`` sorts in memory.
  let isOrderExact: Bool
  /// The parts of the predicate and of the order that SQL does not evaluate.
  let leftovers: [String]
  /// `true` if the predicate has the variable of another one. It matches nothing: each evaluation of it fails.
  let hasUnknownVariable: Bool
  /// The model types, besides the fetched one, whose rows the statement reads. While objects of one
  /// of them have unsaved changes, the store's answer may differ from the context's.
  let entities: Set<ObjectIdentifier>
  /// The dependencies of the result.
  let reads: QueryReads
  /// The condition for the rows, before it was optimised for SQLite, and the table that represents
  /// the rows in it.
  let sought: (condition: SQLExpression, rows: SQLTable)
  /// The column of the property by which the result is divided into sections, if there is one.
  let sectionColumn: String?
  /// The checks for the properties with cases that the condition and the order read.
  let caseChecks: [CaseCheck]
  /// The checks that leave out objects of the fetched model.
  let ownChecks: [CaseCheck]
  /// The values of ``caseChecks`` and ``ownChecks`` that the statement treats as unknown.
  let unknown: UnknownValues
  /// `true` if the statement leaves out rows that have unknown values.
  let leavesOut: Bool
  private let sectionBy: PartialKeyPath<T>?
  private let includesSubclasses: Bool

  /// - Parameters:
  ///   - sectionBy: The property by which the result is divided into sections. The order has to
  ///     begin with it.
  ///   - unknown: The values that the store has and the program's types cannot represent.
  ///   - leavesOut: `true` if rows with such values are left out.
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
    let translator = Translator(layout, hierarchies: hierarchies, unknown: unknown)
    var condition = descriptor.predicate.map(translator.condition(of:)) ?? .constant(true)
    sought = (condition.sql, translator.select.table)
    let order = translator.order(by: descriptor.sortBy)
    let access = IndexAccess(
      table: translator.select.table,
      columns: hierarchies.members(of: layout).reduce([]) { $0.union($1.indexedColumns) })
    let section = sectionBy.flatMap { try? translator.column(at: $0).0 }
    if descriptor.fetchLimit == nil || !descriptor.sortBy.isEmpty {
      // A fetch with a limit and without an order of its own can stop early, if it reads row by
      // row.
      condition.sql = SubqueryStrategy(
        select: translator.select, access: access,
        others: order.terms.map(\.sql) + (section.map { [$0] } ?? [])
      ).condition(condition.sql)
    }
    let ranges = RangeStrategy(
      access: access,
      leading: order.terms.first?.sql ?? translator.row.key,
      isLimited: descriptor.fetchLimit != nil,
      newAlias: translator.newAlias
    )
    // The conditions of the joins never have parameters, so their text may be first.
    from = SQLText(sources: translator.select).text
    let names = hierarchies.condition(of: layout, includesSubclasses: includesSubclasses)
    ownChecks = hierarchies.caseChecks(of: layout).filter(\.leavesOut)
    let readable =
      leavesOut ? unknown.readable(ownChecks, in: translator.select.table) : .truth(true)
    func rows(_ condition: SQLExpression) -> SQLText? {
      let known = access.condition(
        condition, ofEntities: names,
        leading: descriptor.fetchLimit == nil ? nil : order.terms.first?.sql)
      let rows = SQLExpression.and([known, readable])
      return rows == .truth(true) ? nil : SQLText(rows)
    }
    let counted = rows(condition.sql)
    let fetched = ranges.condition(condition.sql).map(rows) ?? counted
    (countCondition, countBindings) = (counted?.text, counted?.bindings ?? [])
    self.condition = fetched?.text
    var bindings = fetched?.bindings ?? []
    orderBy = order.terms.map { term in
      let text = SQLText(term.sql)
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
      let text = SQLText(sql)
      // The columns of a statement cannot have parameters here.
      return text.bindings.isEmpty ? text.text : nil
    }
    caseChecks = translator.caseChecks
    leftovers = translator.leftovers
    hasUnknownVariable = translator.hasUnknownVariable
    if !isConditionExact || !isOrderExact {
      let parts = leftovers.joined(separator: "; ")
      Log.fetch.debug("fetching \(layout.entityName), decided in memory: \(parts)")
    }
  }
}

extension FetchPlan {
  /// Returns the plan of the same fetch, adapted to values that cannot be represented.
  func regarding(
    _ unknown: UnknownValues, leavesOut: Bool, descriptor: FetchDescriptor<T>,
    hierarchies: ClassHierarchies
  ) -> FetchPlan {
    FetchPlan(
      descriptor, hierarchies, includesSubclasses: includesSubclasses, sectionBy: sectionBy,
      unknown: unknown, leavesOut: leavesOut)
  }
}

// MARK: - Variables

extension FetchPlan {
  /// Checks that the predicate can be evaluated.
  ///
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` if it has the variable of another predicate.
  func checkVariables() throws {
    guard hasUnknownVariable else { return }
    throw SwiftDataError.unsupportedPredicate.because(
      "A predicate for \(layout.entityName) has the variable of another predicate, so it matches nothing. Use "
        + "Predicate(all:) or Predicate(any:) to compose predicates.")
  }
}

// MARK: - Statements

extension FetchPlan {
  /// Returns the statement for columns of the rows, in order.
  func select(_ columns: String, limit: Int?, offset: Int?) -> String {
    var sql = "SELECT \(columns) FROM \(from)"
    if let condition { sql += " WHERE \(condition)" }
    sql += " ORDER BY \(orderBy.joined(separator: ", "))"
    return sql + Self.window(limit, offset)
  }

  /// Returns the statement for the number of the rows. Its parameters are ``countBindings``.
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

extension Log {
  static let fetch = Logger(label: "perennial.fetch")
}
