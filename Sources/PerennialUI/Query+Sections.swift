#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// The property of the sections comes first in the order; what `sort` says counts within them.

extension Query where Result == SectionedResults<Element, String> {
  /// The objects that a filter lets pass, ordered by a property, divided by a property; changes are
  /// animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(filter, by: keyPath, order),
      .value(sectionKeyPath), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property, divided by a property; changes are
  /// animated. Objects without a value are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(filter, by: keyPath, order),
      .optional(sectionKeyPath), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property, divided by a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .value(sectionKeyPath), transaction)
  }

  /// The objects that a filter lets pass, ordered by a property, divided by a property. Objects
  /// without a value are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .optional(sectionKeyPath), transaction)
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value, divided by
  /// a property; changes are animated.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(filter, by: keyPath, order),
      .value(sectionKeyPath), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value, divided by
  /// a property; changes are animated. Objects without a value are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(filter, by: keyPath, order),
      .optional(sectionKeyPath), Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value, divided by
  /// a property.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .value(sectionKeyPath), transaction)
  }

  /// The objects that a filter lets pass, ordered by a property that may have no value, divided by
  /// a property. Objects without a value are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .optional(sectionKeyPath), transaction)
  }

  /// The objects that a filter lets pass, in an order, divided by a property; changes are animated.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), .value(sectionKeyPath),
      Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, in an order, divided by a property; changes are animated.
  /// Objects without a value are in the section titled `""`.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), .optional(sectionKeyPath),
      Transaction(animation: animation))
  }

  /// The objects that a filter lets pass, in an order, divided by a property.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), .value(sectionKeyPath), transaction)
  }

  /// The objects that a filter lets pass, in an order, divided by a property. Objects without a
  /// value are in the section titled `""`.
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), .optional(sectionKeyPath),
      transaction)
  }

  /// What a descriptor describes, divided by a property; changes are animated.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(descriptor, .value(sectionKeyPath), Transaction(animation: animation))
  }

  /// What a descriptor describes, divided by a property; changes are animated. Objects without a
  /// value are in the section titled `""`.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(descriptor, .optional(sectionKeyPath), Transaction(animation: animation))
  }

  /// What a descriptor describes, divided by a property.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(descriptor, .value(sectionKeyPath), transaction)
  }

  /// What a descriptor describes, divided by a property. Objects without a value are in the section
  /// titled `""`.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(descriptor, .optional(sectionKeyPath), transaction)
  }

  private init(
    _ descriptor: FetchDescriptor<Element>,
    _ sectionBy: QuerySectioning<Element>,
    _ transaction: Transaction?
  ) {
    self.init(
      QueryRequest(descriptor, sectionBy: sectionBy, transaction),
      nothing: SectionedResults()
    ) {
      try QuerySource.sections($0, by: sectionBy, in: $1)
    }
  }
}
#endif
