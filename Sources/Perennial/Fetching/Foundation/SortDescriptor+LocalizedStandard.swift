#if !canImport(Darwin)
public import Foundation

/// What `comparator: .localizedStandard` is off Apple's platforms, where Foundation has no such
/// comparator.
public struct _LocalizedStandardComparator: Sendable {
  public static let localizedStandard = _LocalizedStandardComparator()
}

// A descriptor for a string without a comparator is in localized standard order; see `SortTerm`.

extension SortDescriptor {
  /// The order in which people expect texts, as without a comparator. Foundation itself, which sorts
  /// arrays by it, compares characters.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable,
    comparator: _LocalizedStandardComparator, order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  /// The same for a text that may be missing.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable,
    comparator: _LocalizedStandardComparator, order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }
}
#endif
