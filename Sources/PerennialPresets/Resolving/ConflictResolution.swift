public import Foundation

/// The three values of a field that the user has edited and whose value in the catalog has changed
/// since.
public struct PresetConflict<Value> {
  /// The catalog's value at the time of the user's edit.
  public let base: Value
  /// The user's value.
  public let mine: Value
  /// The catalog's current value.
  public let theirs: Value

  /// Creates a conflict from its three values.
  public init(base: Value, mine: Value, theirs: Value) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}

/// A rule for a field in conflict; see ``Presets/resolving(_:with:)-(KeyPath<_,Value>,_)``.
///
/// The result isn't an edit. Each version of the catalog computes it again from the same three values.
/// A store that was updated from version 1 to 3 has the same result as one that had version 2 in
/// between. The rule must therefore depend on the three values alone.
public struct ConflictResolution<Value>: Sendable {
  private let decide: @Sendable (PresetConflict<Value>) -> Value

  /// Creates a rule from a closure.
  public init(_ decide: @escaping @Sendable (PresetConflict<Value>) -> Value) {
    self.decide = decide
  }

  /// Returns the value that the field shows.
  public func callAsFunction(_ conflict: PresetConflict<Value>) -> Value { decide(conflict) }

  /// The rule that keeps the user's value, as for a field without a rule.
  public static var mine: ConflictResolution { ConflictResolution { $0.mine } }

  /// The rule that takes the catalog's current value.
  public static var theirs: ConflictResolution { ConflictResolution { $0.theirs } }
}

// MARK: Counters

extension ConflictResolution where Value: FixedWidthInteger & Sendable {
  /// The rule that adds the user's change of a number to the catalog's current value. The result is
  /// limited to the range of the type.
  public static var addingDifferences: ConflictResolution {
    ConflictResolution { conflict in
      let (difference, isFar) = conflict.mine.subtractingReportingOverflow(conflict.base)
      if isFar { return conflict.mine > conflict.base ? .max : .min }
      let (sum, isOver) = conflict.theirs.addingReportingOverflow(difference)
      return isOver ? (conflict.mine > conflict.base ? .max : .min) : sum
    }
  }
}

extension ConflictResolution where Value: BinaryFloatingPoint & Sendable {
  /// The rule that adds the user's change of a number to the catalog's current value.
  public static var addingDifferences: ConflictResolution {
    ConflictResolution { $0.theirs + ($0.mine - $0.base) }
  }
}

extension ConflictResolution where Value == Decimal {
  /// The rule that adds the user's change of a number to the catalog's current value.
  public static var addingDifferences: ConflictResolution {
    ConflictResolution { $0.theirs + ($0.mine - $0.base) }
  }
}

// MARK: Sets and lists

extension ConflictResolution {
  /// Returns the rule that removes the elements that the user has removed from the catalog's current
  /// set, and inserts those that the user has inserted.
  public static func uniting<Element: Sendable>() -> ConflictResolution
  where Value == Set<Element> {
    ConflictResolution { conflict in
      let removed = conflict.base.subtracting(conflict.mine)
      let added = conflict.mine.subtracting(conflict.base)
      return conflict.theirs.subtracting(removed).union(added)
    }
  }

  /// Returns the rule that unites two arrays: the catalog's current elements in their order, without
  /// those that the user has removed, then those that the user has inserted. The result has no
  /// duplicates.
  public static func uniting<Element: Hashable & Sendable>() -> ConflictResolution
  where Value == [Element] {
    ConflictResolution { conflict in
      let (base, mine) = (Set(conflict.base), Set(conflict.mine))
      var seen: Set<Element> = []
      let kept = conflict.theirs.filter { !base.contains($0) || mine.contains($0) }
      let added = conflict.mine.filter { !base.contains($0) }
      return (kept + added).filter { seen.insert($0).inserted }
    }
  }
}
