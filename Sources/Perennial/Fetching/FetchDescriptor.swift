public import Foundation

/// The description of a fetch: the objects of a model to fetch, their order and their number.
///
/// ```swift
/// var descriptor = FetchDescriptor<Recipe>(
///   predicate: #Predicate { $0.rating >= 4 && $0.owner?.name == "Ada" },
///   sortBy: [SortDescriptor(\.title)])
/// descriptor.fetchLimit = 20
/// let best = try context.fetch(descriptor)
/// ```
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
  // Sendable: predicates and sort descriptors are. Key paths are not declared `Sendable`, because
  // one could capture a subscript's index that is not. The key paths of a model's properties, the
  // only ones with a meaning here, capture nothing.

  /// The condition for the objects to fetch; nil for all objects.
  public var predicate: Predicate<T>?
  /// The order. The second descriptor decides where the first finds no difference, and so on.
  /// Objects that all descriptors find equal are in the order of their creation.
  public var sortBy: [SortDescriptor<T>]
  /// The greatest number of objects to fetch; nil for all.
  public var fetchLimit: Int?
  /// The number of objects to skip at the beginning.
  ///
  /// ```swift
  /// var page = FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.title)])
  /// page.fetchLimit = 20
  /// page.fetchOffset = 40
  /// ```
  public var fetchOffset: Int?
  /// A Boolean value that indicates whether the fetch includes the context's unsaved changes. If
  /// `true`, objects are fetched, filtered and sorted with these changes, and otherwise as they are
  /// stored.
  ///
  /// ```swift
  /// var saved = FetchDescriptor<Recipe>()
  /// saved.includePendingChanges = false
  /// print("\(try context.fetchCount(saved)) recipes are saved.")
  /// ```
  public var includePendingChanges = true
  /// The properties to load at once. The others are loaded when they are first read. Empty for all.
  ///
  /// ```swift
  /// var titles = FetchDescriptor<Recipe>()
  /// titles.propertiesToFetch = [\.title]
  /// ```
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose objects are loaded along with the fetched objects.
  ///
  /// One query for each relationship replaces one query for each object.
  ///
  /// ```swift
  /// var descriptor = FetchDescriptor<Recipe>()
  /// descriptor.relationshipKeyPathsForPrefetching = [\.ingredients]
  /// let counts = try context.fetch(descriptor).map(\.ingredients.count)
  /// ```
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor for the objects that meet a predicate; without a predicate, for all
  /// objects.
  ///
  /// ```swift
  /// let all = FetchDescriptor<Recipe>()
  /// let quick = FetchDescriptor<Recipe>(
  ///   predicate: #Predicate { $0.minutes < 30 },
  ///   sortBy: [SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.title)])
  /// ```
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension FetchDescriptor: Equatable {
  /// Returns `true` if two descriptors certainly fetch the same objects in the same order.
  ///
  /// Predicates are compared by their meaning, including the values that they captured.
  public static func == (lhs: FetchDescriptor, rhs: FetchDescriptor) -> Bool {
    lhs.fetchLimit == rhs.fetchLimit
      && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges
      && lhs.sortBy == rhs.sortBy
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && sayTheSame(lhs.predicate, rhs.predicate)
  }

  /// Returns `true` if two predicates have the same meaning: both are the same predicate, or both
  /// are the same SQL with the same parameters.
  private static func sayTheSame(_ left: Predicate<T>?, _ right: Predicate<T>?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left.variable.key == right.variable.key { return true }
    let first = FetchPlan(FetchDescriptor(predicate: left))
    let second = FetchPlan(FetchDescriptor(predicate: right))
    return first.isConditionExact && second.isConditionExact && first.from == second.from
      && first.condition == second.condition && first.bindings == second.bindings
  }
}
