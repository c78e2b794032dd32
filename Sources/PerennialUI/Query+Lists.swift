#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

extension Query where Result == [Element] {
  /// The objects that a filter lets pass, ordered by a property; changes are animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), transaction)
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value; changes are
  /// animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    animation: Animation
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), transaction)
  }

  /// The objects that a filter lets pass, in an order; changes are animated.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, in an order.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), transaction)
  }

  /// What a descriptor describes; changes are animated.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation
  ) {
    self.init(descriptor, Transaction(animation: animation))
  }

  /// What a descriptor describes.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    transaction: Transaction? = nil
  ) {
    self.init(descriptor, transaction)
  }

  private init(_ descriptor: FetchDescriptor<Element>, _ transaction: Transaction?) {
    self.init(QueryRequest(descriptor, transaction), nothing: []) {
      try QuerySource.list($0, in: $1)
    }
  }
}
#endif
