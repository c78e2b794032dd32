/// What a store cannot do.
public enum DataStoreError: Error, Equatable, Hashable {
  /// The store does not do this at all.
  case unsupportedFeature
  /// The store does not understand the predicate: give all objects to the framework, which finds
  /// those that match.
  case preferInMemoryFilter
  /// The store cannot make the order: the framework does it.
  case preferInMemorySort
  /// The predicate cannot be answered by anybody.
  case invalidPredicate
}
