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
  /// How many of the parameters stand before `ORDER BY`.
  let conditionBindings: Int
  /// Whether the condition says all that the predicate says. If not, it lets too many rows pass,
  /// and the predicate decides in memory.
  let isConditionExact: Bool
  /// Whether the order is the one asked for. If not, ``ModelOrder`` puts it in memory.
  let isOrderExact: Bool
  /// The model types of which the statement reads rows besides the fetched one: while there are
  /// unsaved changes to objects of one of them, the store's answer may differ from the context's.
  let entities: Set<ObjectIdentifier>

  init(_ descriptor: FetchDescriptor<T>) {
    layout = ModelLayout.of(T.self)
    let translator = Translator(layout)
    var condition = descriptor.predicate.map(translator.condition(of:)) ?? .constant(true)
    let order = translator.order(by: descriptor.sortBy)
    if descriptor.fetchLimit == nil || !descriptor.sortBy.isEmpty {
      // With a limit and no order of its own, a fetch can stop early, if it goes row by row.
      condition.sql = SubqueryStrategy(
        translator.select, indexedColumns: layout.indexedColumns, others: order.terms.map(\.sql)
      ).condition(condition.sql)
    }
    var text = SQLText()
    // A condition of the joins never has parameters, so their text may come first.
    text.append(sources: translator.select)
    from = text.text
    text = SQLText()
    if condition.sql == .truth(true) {
      self.condition = nil
    } else {
      text.append(condition.sql)
      self.condition = text.text
    }
    var bindings = text.bindings
    conditionBindings = bindings.count
    orderBy = order.terms.map { term in
      var text = SQLText()
      text.append(term.sql)
      bindings += text.bindings
      return term.isDescending ? text.text + " DESC" : text.text
    }
    self.bindings = bindings
    isConditionExact = condition.isExact
    isOrderExact = order.isExact
    entities = translator.readModels
    if !isConditionExact || !isOrderExact {
      let parts = translator.leftovers.joined(separator: "; ")
      Log.fetch.debug("fetching \(layout.entityName), decided in memory: \(parts)")
    }
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
