public import Foundation

/// A request that a store cannot fulfil.
public enum DataStoreError: Error, Equatable, Hashable {
  /// The store does not support the request at all.
  case unsupportedFeature
  /// The store does not evaluate the predicate. The framework then fetches all objects without a
  /// predicate, and filters them.
  ///
  /// A store that does not filter at all throws this error for every predicate:
  ///
  /// ```swift
  /// func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> [T] {
  ///   if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
  ///   return []
  /// }
  /// ```
  case preferInMemoryFilter
  /// The store cannot sort the objects. The framework then fetches them unsorted, and sorts them.
  case preferInMemorySort
  /// The predicate is invalid. Neither the store nor the framework can evaluate it.
  case invalidPredicate
}

/// The error as Foundation's `NSError`, with the domain `SwiftData.DataStoreError`.
extension DataStoreError: CustomNSError, LocalizedError {
  /// The domain `SwiftData.DataStoreError`.
  public static var errorDomain: String { "SwiftData.DataStoreError" }

  /// The number of the error. A number is never reassigned to another error.
  public var errorCode: Int {
    switch self {
    case .unsupportedFeature: 0
    case .preferInMemoryFilter: 1
    case .preferInMemorySort: 2
    case .invalidPredicate: 3
    }
  }

  /// A sentence that describes the error and says what to do.
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

  /// The description, for `NSError`.
  public var errorUserInfo: [String: Any] {
    errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
  }
}
