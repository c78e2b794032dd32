#if !canImport(Darwin)
public import Foundation

/// The comparator of `comparator: .localizedStandard` off Apple's platforms, where Foundation has
/// no such comparator.
public struct _LocalizedStandardComparator: Sendable {
  /// Compares texts as a user expects in a list of names: numbers by value, without regard to case.
  public static let localizedStandard = _LocalizedStandardComparator()
}

// A descriptor for a string without a comparator sorts in localized standard order; see `SortTerm`.

extension SortDescriptor {
  /// Creates a descriptor that sorts texts in localized standard order, like a descriptor without a
  /// comparator. Foundation itself, which sorts arrays with the descriptor, compares characters.
  ///
  /// ```swift
  /// let byTitle = SortDescriptor(\Recipe.title, comparator: .localizedStandard)
  /// ```
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable,
    comparator: _LocalizedStandardComparator, order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  /// Creates a descriptor that sorts optional texts in localized standard order.
  ///
  /// ```swift
  /// let bySlug = SortDescriptor(\Recipe.slug, comparator: .localizedStandard, order: .reverse)
  /// ```
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable,
    comparator: _LocalizedStandardComparator, order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }
}
#endif
