import Foundation

/// The rows that a fetch returns, by the state of the presets among them.
package enum PresetSelection: Hashable, Sendable, Codable {
  /// All presets.
  case presets
  /// The objects that aren't presets.
  case userObjects
  /// The presets with these keys.
  case only(Set<Int64>)
  /// The presets without those with these keys.
  case except(Set<Int64>)

  /// Returns `true` if the row with a key is selected. The keys of presets are negative.
  func contains(_ key: Int64) -> Bool {
    switch self {
    case .presets: key < 0
    case .userObjects: key >= 0
    case .only(let keys): keys.contains(key)
    case .except(let keys): key < 0 && !keys.contains(key)
    }
  }

  /// Returns the condition, in SQL, that the row with a key is selected.
  fileprivate func condition(_ key: SQLExpression) -> SQLExpression {
    func among(_ keys: Set<Int64>) -> SQLExpression {
      .member(key, in: keys.sorted().map(SQLValue.integer))
    }
    let isPreset = SQLExpression.binary(.less, key, .literal(0))
    return switch self {
    case .presets: isPreset
    case .userObjects: .binary(.greaterOrEqual, key, .literal(0))
    case .only(let keys): among(keys)
    case .except(let keys): .and([isPreset, among(keys).negated])
    }
  }
}

/// The node of a predicate that tests the key of an object.
private struct PresetTest<Model: PersistentModel>: StandardPredicateExpression {
  var variable: PredicateExpressions.Variable<Model>
  let selection: PresetSelection

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    selection.contains(try variable.evaluate(bindings)._$header.pointee.rowID)
  }
}

extension PresetTest: ConditionNode {
  func condition(_ translator: Translator, _ bound: Bound) throws -> Condition {
    guard case .row(let row) = try translator.operand(variable).content else {
      throw Untranslatable("the state of a preset of a value that is not a row")
    }
    return Condition(sql: selection.condition(row.key))
  }
}

extension PresetTest: SubstitutableNode {
  func substituting(_ variables: VariableSubstitution) -> PresetTest {
    PresetTest(variable: variables.replacement(for: variable), selection: selection)
  }
}

extension FetchDescriptor {
  /// Returns the descriptor of the selected objects among those that match this one.
  package func selecting(_ selection: PresetSelection) -> FetchDescriptor {
    let test = Predicate<T> { PresetTest(variable: $0, selection: selection) }
    var copy = self
    copy.predicate = predicate.map { $0.and(test) } ?? test
    return copy
  }
}

extension ModelContext {
  /// Returns `true` if the store of a model can have presets. A custom store cannot.
  package func canHavePresets(_ type: any PersistentModel.Type) throws -> Bool {
    graph.source(of: try graph.table(of: type)) == nil
  }
}
