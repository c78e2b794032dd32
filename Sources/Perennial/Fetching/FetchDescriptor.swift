public import Foundation

/// What to fetch: which objects of a model, in which order, how many of them.
///
/// ```swift
/// var descriptor = FetchDescriptor<Recipe>(
///   predicate: #Predicate { $0.rating >= 4 && $0.owner?.name == "Ada" },
///   sortBy: [SortDescriptor(\.title)])
/// descriptor.fetchLimit = 20
/// let best = try context.fetch(descriptor)
/// ```
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
  // Sendable: predicates and sort descriptors are. Key paths are not declared so, because one
  // could capture a subscript's index that is not; those of a model's properties, the only ones
  // that mean anything here, capture nothing.

  /// The objects to fetch; nil for all.
  public var predicate: Predicate<T>?
  /// The order: the second descriptor decides where the first finds no difference, and so on.
  /// Objects that all of them find equal come in the order of their creation.
  public var sortBy: [SortDescriptor<T>]
  /// The greatest number of objects to fetch; nil for all.
  public var fetchLimit: Int?
  /// How many objects to leave out at the beginning.
  public var fetchOffset: Int?
  /// Whether objects are fetched, filtered and sorted as the context knows them, with changes that
  /// are not saved, or as the store does.
  public var includePendingChanges = true
  /// The properties to load at once; the others follow when they are first read. Empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose objects to load along with the fetched ones.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension FetchDescriptor: Equatable {
  /// Descriptors are equal if they certainly fetch the same objects in the same order.
  ///
  /// Predicates are compared by what they say, with the values that they captured.
  public static func == (lhs: FetchDescriptor, rhs: FetchDescriptor) -> Bool {
    lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.sortBy == rhs.sortBy
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && sayTheSame(lhs.predicate, rhs.predicate)
  }

  /// Whether two predicates say the same: one is the other, or both are the same SQL with the same
  /// parameters.
  private static func sayTheSame(_ left: Predicate<T>?, _ right: Predicate<T>?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left.variable.key == right.variable.key { return true }
    let first = FetchPlan(FetchDescriptor(predicate: left))
    let second = FetchPlan(FetchDescriptor(predicate: right))
    return first.isConditionExact && second.isConditionExact && first.from == second.from
      && first.condition == second.condition && first.bindings == second.bindings
  }
}
