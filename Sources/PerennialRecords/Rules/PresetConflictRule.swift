public import Foundation

/// A rule that decides the value of a field in conflict.
///
/// The result isn't an edit and has no stamp, so it cannot override an edit that another device makes
/// while it is offline. Each version of the catalog computes it again from the same three values. A
/// store that was updated from version 1 to 3 has the same result as one that had version 2 in between.
/// The rule must therefore depend on the three values alone.
public struct PresetConflictRule<Value>: Sendable {
  private let decide: @Sendable (PresetConflict<Value>) -> Value

  /// Creates a rule from a closure.
  ///
  /// ```swift
  /// let longest = PresetConflictRule<String> { $0.mine.count > $0.theirs.count ? $0.mine : $0.theirs }
  /// let recipes = Presets(id: \.slug) { Recipe.defaults }.resolving(\.title, with: longest)
  /// ```
  public init(_ decide: @escaping @Sendable (PresetConflict<Value>) -> Value) {
    self.decide = decide
  }

  /// Returns the value that the field shows.
  ///
  /// ```swift
  /// let rule = PresetConflictRule<Int>.addingDifferences
  /// print(rule(PresetConflict(field: "timesCooked", base: 1, mine: 4, theirs: 10)))  // 13
  /// ```
  public func callAsFunction(_ conflict: PresetConflict<Value>) -> Value { decide(conflict) }

  /// The rule that keeps the user's value, as for a field without a rule.
  public static var mine: PresetConflictRule { PresetConflictRule { $0.mine } }

  /// The rule that takes the catalog's current value.
  ///
  /// ```swift
  /// let recipes = Presets(id: \.slug) { Recipe.defaults }.resolving(\.minutes, with: .theirs)
  /// ```
  public static var theirs: PresetConflictRule { PresetConflictRule { $0.theirs } }
}

// MARK: Counters

extension PresetConflictRule where Value: FixedWidthInteger & Sendable {
  /// The rule that adds the user's change of a number to the catalog's current value. The result is
  /// limited to the range of the type.
  public static var addingDifferences: PresetConflictRule {
    PresetConflictRule { conflict in
      let (difference, isFar) = conflict.mine.subtractingReportingOverflow(conflict.base)
      if isFar { return conflict.mine > conflict.base ? .max : .min }
      let (sum, isOver) = conflict.theirs.addingReportingOverflow(difference)
      return isOver ? (conflict.mine > conflict.base ? .max : .min) : sum
    }
  }
}

extension PresetConflictRule where Value: BinaryFloatingPoint & Sendable {
  /// The rule that adds the user's change of a number to the catalog's current value.
  public static var addingDifferences: PresetConflictRule {
    PresetConflictRule { $0.theirs + ($0.mine - $0.base) }
  }
}

extension PresetConflictRule where Value == Decimal {
  /// The rule that adds the user's change of a number to the catalog's current value.
  public static var addingDifferences: PresetConflictRule {
    PresetConflictRule { $0.theirs + ($0.mine - $0.base) }
  }
}

// MARK: Sets and lists

extension PresetConflictRule {
  /// Returns the rule that removes the elements that the user has removed from the catalog's current
  /// set, and inserts those that the user has inserted.
  public static func uniting<Element: Sendable>() -> PresetConflictRule
  where Value == Set<Element> {
    PresetConflictRule { conflict in
      let removed = conflict.base.subtracting(conflict.mine)
      let added = conflict.mine.subtracting(conflict.base)
      return conflict.theirs.subtracting(removed).union(added)
    }
  }

  /// Returns the rule that unites two arrays: the catalog's current elements in their order, without
  /// those that the user has removed, then those that the user has inserted. The result has no
  /// duplicates.
  ///
  /// ```swift
  /// let rule = PresetConflictRule<[String]>.uniting()
  /// let steps = PresetConflict(
  ///   field: "steps", base: ["A", "B"], mine: ["B", "mine"], theirs: ["A", "B", "C"])
  /// print(rule(steps))  // ["B", "C", "mine"]
  /// ```
  public static func uniting<Element: Hashable & Sendable>() -> PresetConflictRule
  where Value == [Element] {
    PresetConflictRule { conflict in
      let (base, mine) = (Set(conflict.base), Set(conflict.mine))
      var seen: Set<Element> = []
      let kept = conflict.theirs.filter { !base.contains($0) || mine.contains($0) }
      let added = conflict.mine.filter { !base.contains($0) }
      return (kept + added).filter { seen.insert($0).inserted }
    }
  }
}
