#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

extension Query where Result == [Element] {
  /// Creates a query for the objects that match a filter, sorted by a property. Changes are animated.
  ///
  /// ```swift
  /// _recipes = Query(sort: \.date, order: .reverse, animation: .default)
  /// ```
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a filter, sorted by a property.
  ///
  /// ```swift
  /// init(from rating: Int) {
  ///   _recipes = Query(filter: #Predicate { $0.rating >= rating }, sort: \.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - filter: The condition for the objects; nil for all objects.
  ///   - keyPath: The property by which the objects are sorted.
  ///   - order: The order of the values.
  ///   - transaction: The transaction in which the view shows changes. With nil, changes are not animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by an optional property. Changes are
  /// animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a filter, sorted by an optional property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by descriptors. Changes are animated.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a filter, sorted by descriptors.
  ///
  /// ```swift
  /// _recipes = Query(sort: [SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.title)])
  /// ```
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), transaction)
  }

  /// Creates a query for the objects that match a descriptor. Changes are animated.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation
  ) {
    self.init(descriptor, Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a descriptor.
  ///
  /// The descriptor can limit the results, and prefetch related objects:
  ///
  /// ```swift
  /// var newest = FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.date, order: .reverse)])
  /// newest.fetchLimit = 20
  /// _recipes = Query(newest)
  /// ```
  public init(
    _ descriptor: FetchDescriptor<Element>,
    transaction: Transaction? = nil
  ) {
    self.init(descriptor, transaction)
  }

  private init(_ descriptor: FetchDescriptor<Element>, _ transaction: Transaction?) {
    self.init(QueryRequest(descriptor: descriptor, transaction: transaction), nothing: []) {
      try QuerySource.list($0, in: $1)
    }
  }
}
#endif
