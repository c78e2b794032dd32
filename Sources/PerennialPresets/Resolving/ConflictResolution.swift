public import Foundation

/// The three values of a field that the user has written, and of which a later version of the catalog
/// says something else than at the time.
public struct PresetConflict<Value> {
  /// What the catalog said when the user wrote.
  public let base: Value
  /// What the user wrote.
  public let mine: Value
  /// What the catalog says now.
  public let theirs: Value

  public init(base: Value, mine: Value, theirs: Value) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }
}

/// What becomes of a field in conflict; see ``Presets/resolving(_:with:)-(KeyPath<_,Value>,_)``.
///
/// The answer is nobody's edit. It is found anew, from the same three values, with each version of the
/// catalog: a store that went from version 1 to 3 has the same as one that had version 2 in between. So
/// it must depend on the three values alone.
public struct ConflictResolution<Value>: Sendable {
  private let decide: @Sendable (PresetConflict<Value>) -> Value

  /// A rule of the app's own.
  public init(_ decide: @escaping @Sendable (PresetConflict<Value>) -> Value) {
    self.decide = decide
  }

  /// What is to show.
  public func callAsFunction(_ conflict: PresetConflict<Value>) -> Value { decide(conflict) }

  /// What the user wrote stays, as where there is no rule.
  public static var mine: ConflictResolution { ConflictResolution { $0.mine } }

  /// What the catalog says now.
  public static var theirs: ConflictResolution { ConflictResolution { $0.theirs } }
}

// MARK: Counters

extension ConflictResolution where Value: FixedWidthInteger & Sendable {
  /// What the user has added to a number, or taken from it, is added to what the catalog says now. At
  /// the ends of the type's range the number stays there.
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
  /// What the user has added to a number, or taken from it, is added to what the catalog says now.
  public static var addingDifferences: ConflictResolution {
    ConflictResolution { $0.theirs + ($0.mine - $0.base) }
  }
}

extension ConflictResolution where Value == Decimal {
  /// What the user has added to a number, or taken from it, is added to what the catalog says now.
  public static var addingDifferences: ConflictResolution {
    ConflictResolution { $0.theirs + ($0.mine - $0.base) }
  }
}

// MARK: Sets and lists

extension ConflictResolution {
  /// What the catalog has now, without what the user has taken out, and with what the user has put in.
  public static func uniting<Element: Sendable>() -> ConflictResolution
  where Value == Set<Element> {
    ConflictResolution { conflict in
      let removed = conflict.base.subtracting(conflict.mine)
      let added = conflict.mine.subtracting(conflict.base)
      return conflict.theirs.subtracting(removed).union(added)
    }
  }

  /// What the catalog has now, in its order and without what the user has taken out; then what the user
  /// has put in. Nothing is in the list twice.
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
