public import Foundation

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

/// The error as Foundation's `NSError`, with the domain `SwiftData.DataStoreError`.
extension DataStoreError: CustomNSError, LocalizedError {
  public static var errorDomain: String { "SwiftData.DataStoreError" }

  public var errorCode: Int {
    switch self {
    case .unsupportedFeature: 0
    case .preferInMemoryFilter: 1
    case .preferInMemorySort: 2
    case .invalidPredicate: 3
    }
  }

  public var errorDescription: String? {
    switch self {
    case .unsupportedFeature: "The store does not support this feature."
    case .preferInMemoryFilter:
      "The store cannot evaluate the predicate. Fetch all objects and filter them in memory."
    case .preferInMemorySort:
      "The store cannot sort the objects. Fetch them unsorted and sort them in memory."
    case .invalidPredicate:
      "The predicate is invalid. Neither the store nor memory can evaluate it."
    }
  }

  public var errorUserInfo: [String: Any] {
    errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
  }
}
