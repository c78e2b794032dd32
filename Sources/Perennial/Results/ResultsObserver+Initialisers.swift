public import Foundation

// Each initialiser throws the errors of the first fetch: see ``ModelContext/fetch(_:)``.
//
// `isolation` is the actor on which the observer is made and used. A context without an actor is attached to
// this one.

extension ResultsObserver where SectionTitle == Never {
  /// Observes the results of a fetch descriptor.
  ///
  /// ```swift
  /// var newest = FetchDescriptor<Post>(sortBy: [SortDescriptor(\.created, order: .reverse)])
  /// newest.fetchLimit = 20
  /// let posts = try ResultsObserver<Post, Never>(fetchDescriptor: newest, modelContext: context)
  /// ```
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, title: nil, modelContext, isolation)
  }

  /// Observes the results of a fetch descriptor, in a new context of a container.
  ///
  /// ```swift
  /// let posts = try ResultsObserver<Post, Never>(modelContainer: container)
  /// for await results in posts.values { print("\(results.count) posts") }
  /// ```
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, title: nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the objects that match a predicate, in an order.
  ///
  /// ```swift
  /// let visible = try ResultsObserver<Post, Never>(
  ///   filterBy: #Predicate { !$0.isHidden }, sortBy: [SortDescriptor(\.created)],
  ///   modelContext: context)
  /// ```
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, title: nil, modelContext,
      isolation)
  }

  /// Observes the objects that match a predicate, in an order, in a new context of a container.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, title: nil,
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  /// Observes the results of a fetch descriptor, in sections by a property that comes first in the order.
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(
  ///   fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.rating, order: .reverse)]),
  ///   sectionBy: \.title, modelContext: context)
  /// if let sections = recipes.sections {
  ///   for section in sections { print(section.title, section.count) }
  /// }
  /// ```
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .init(sectionBy), modelContext, isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property that comes first in the order.
  /// Objects without a value are in the section with the empty title.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .init(sectionBy), modelContext, isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property, in a new context of a container.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .init(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property, in a new context of a container.
  /// Objects without a value are in the section with the empty title.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .init(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property that comes first in the order.
  ///
  /// ```swift
  /// let good = try ResultsObserver<Recipe, String>(
  ///   filterBy: #Predicate { $0.rating >= 4 }, sectionBy: \.title, modelContext: context)
  /// ```
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .init(sectionBy), modelContext,
      isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property that comes first in the order.
  /// Objects without a value are in the section with the empty title.
  ///
  /// ```swift
  /// let bySlug = try ResultsObserver<Recipe, String>(sectionBy: \.slug, modelContext: context)
  /// print(bySlug.sections?[sectionTitle: ""]?.count ?? 0, "recipes have no slug")
  /// ```
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .init(sectionBy), modelContext,
      isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property, in a new context of a container.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .init(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property, in a new context of a container.
  /// Objects without a value are in the section with the empty title.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .init(sectionBy),
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  private convenience init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: ResultsQuery<Element>.Sectioning,
    _ context: ModelContext, _ isolation: (any Actor)?
  ) throws {
    try self.init(descriptor, sectioning, title: { $0 }, context, isolation)
  }
}

extension ResultsQuery.Sectioning {
  init(_ keyPath: KeyPath<Model, String>) {
    self.keyPath = keyPath
    order = [SortDescriptor(sendable(keyPath))]
    title = { $0[keyPath: keyPath] }
  }

  init(_ keyPath: KeyPath<Model, String?>) {
    self.keyPath = keyPath
    order = [SortDescriptor(sendable(keyPath))]
    title = { $0[keyPath: keyPath] ?? "" }
  }
}

/// Returns a key path as a `Sendable` one, as `SortDescriptor` requires.
///
/// A key path is `Sendable` if all its captured values are. The key paths of a model's properties, the only
/// useful ones here, capture nothing. `Sendable` does not change the representation.
package func sendable<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
