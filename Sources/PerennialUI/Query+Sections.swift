#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// The property of the sections comes first in the order. `sort` orders the objects of a section.

extension Query where Result == SectionedResults<Element, String> {
  /// Creates a query for the objects that match a filter, sorted by a property, divided into sections
  /// by `sectionKeyPath`. Changes are animated.
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

  /// Creates a query for the objects that match a filter, sorted by a property, divided into sections
  /// by `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled
  /// `""`.
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

  /// Creates a query for the objects that match a filter, sorted by a property, divided into sections
  /// by `sectionKeyPath`.
  ///
  /// ```swift
  /// _courses = Query(sort: \.title, sectionBy: \.course)
  /// …
  /// ForEach(courses) { course in
  ///   Section(course.title) { ForEach(course) { Text($0.title) } }
  /// }
  /// ```
  ///
  /// Sections are sorted by `sectionKeyPath`, ascending, unless `sort` is the same property. `order` applies
  /// to the objects of a section.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .value(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by a property, divided into sections
  /// by `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .optional(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by an optional property, divided into
  /// sections by `sectionKeyPath`. Changes are animated.
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

  /// Creates a query for the objects that match a filter, sorted by an optional property, divided into
  /// sections by `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section
  /// titled `""`.
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

  /// Creates a query for the objects that match a filter, sorted by an optional property, divided into
  /// sections by `sectionKeyPath`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .value(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by an optional property, divided into
  /// sections by `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
  public init<Value: Comparable>(
    filter: Predicate<Element>? = nil,
    sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(FetchDescriptor(filter, by: keyPath, order), .optional(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by descriptors, divided into sections
  /// by `sectionKeyPath`. Changes are animated.
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

  /// Creates a query for the objects that match a filter, sorted by descriptors, divided into sections
  /// by `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled
  /// `""`.
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

  /// Creates a query for the objects that match a filter, sorted by descriptors, divided into sections
  /// by `sectionKeyPath`.
  ///
  /// ```swift
  /// let best = [SortDescriptor(\Recipe.rating, order: .reverse), SortDescriptor(\.title)]
  /// _courses = Query(sort: best, sectionBy: \.course)
  /// ```
  public init(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: descriptors), .value(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a filter, sorted by descriptors, divided into sections
  /// by `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
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

  /// Creates a query for the objects that match a descriptor, divided into sections by
  /// `sectionKeyPath`. Changes are animated.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(descriptor, .value(sectionKeyPath), Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a descriptor, divided into sections by
  /// `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled
  /// `""`.
  public init(
    _ descriptor: FetchDescriptor<Element>,
    animation: Animation,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(descriptor, .optional(sectionKeyPath), Transaction(animation: animation))
  }

  /// Creates a query for the objects that match a descriptor, divided into sections by
  /// `sectionKeyPath`.
  ///
  /// ```swift
  /// let good = FetchDescriptor<Recipe>(predicate: #Predicate { $0.rating >= 4 })
  /// _courses = Query(good, sectionBy: \.course)
  /// ```
  public init(
    _ descriptor: FetchDescriptor<Element>,
    transaction: Transaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(descriptor, .value(sectionKeyPath), transaction)
  }

  /// Creates a query for the objects that match a descriptor, divided into sections by
  /// `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
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
      QueryRequest(descriptor: descriptor, sectionBy: sectionBy, transaction: transaction),
      nothing: SectionedResults()
    ) {
      try QuerySource.sections($0, by: sectionBy, in: $1)
    }
  }
}
#endif
