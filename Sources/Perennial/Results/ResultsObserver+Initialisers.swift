public import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Observes the results of a fetch descriptor.
  ///
  /// ```swift
  /// var newest = FetchDescriptor<Post>(sortBy: [SortDescriptor(\.created, order: .reverse)])
  /// newest.fetchLimit = 20
  /// let posts = try ResultsObserver<Post, Never>(fetchDescriptor: newest, modelContext: context)
  /// ```
  ///
  /// - Parameters:
  ///   - fetchDescriptor: The objects to observe, their order and their number.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
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
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
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
  ///
  /// - Parameters:
  ///   - filterBy: The condition for the objects; nil for all.
  ///   - sortBy: The order; nil for that of creation.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
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
  ///
  /// ```swift
  /// let hidden = try ResultsObserver<Post, Never>(
  ///   filterBy: #Predicate { $0.isHidden }, modelContainer: container)
  /// ```
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
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
  ///
  /// - Parameters:
  ///   - fetchDescriptor: The objects to observe, their order and their number.
  ///   - sectionBy: The property whose values are the titles of the sections.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, sectioning: .init(sectionBy), context: modelContext, isolation: isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property that comes first in the order.
  /// Objects without a value are in the section with the empty title.
  ///
  /// ```swift
  /// let rated = FetchDescriptor<Recipe>(predicate: #Predicate { $0.rating > 0 })
  /// let bySlug = try ResultsObserver<Recipe, String>(
  ///   fetchDescriptor: rated, sectionBy: \.slug, modelContext: context)
  /// ```
  ///
  /// - Parameters:
  ///   - fetchDescriptor: The objects to observe, their order and their number.
  ///   - sectionBy: The property whose values are the titles of the sections.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, sectioning: .init(sectionBy), context: modelContext, isolation: isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property, in a new context of a container.
  ///
  /// ```swift
  /// let byTitle = try ResultsObserver<Recipe, String>(
  ///   fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.minutes)]), sectionBy: \.title,
  ///   modelContainer: container)
  /// ```
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, sectioning: .init(sectionBy), context: ModelContext(modelContainer),
      isolation: isolation)
  }

  /// Observes the results of a fetch descriptor, in sections by a property, in a new context of a container.
  /// Objects without a value are in the section with the empty title.
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, sectioning: .init(sectionBy), context: ModelContext(modelContainer),
      isolation: isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property that comes first in the order.
  ///
  /// ```swift
  /// let good = try ResultsObserver<Recipe, String>(
  ///   filterBy: #Predicate { $0.rating >= 4 }, sectionBy: \.title, modelContext: context)
  /// ```
  ///
  /// - Parameters:
  ///   - filterBy: The condition for the objects; nil for all.
  ///   - sortBy: The order within the sections; nil for that of creation.
  ///   - sectionBy: The property whose values are the titles of the sections.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: .init(sectionBy),
      context: modelContext,
      isolation: isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property that comes first in the order.
  /// Objects without a value are in the section with the empty title.
  ///
  /// ```swift
  /// let bySlug = try ResultsObserver<Recipe, String>(sectionBy: \.slug, modelContext: context)
  /// print(bySlug.sections?[sectionTitle: ""]?.count ?? 0, "recipes have no slug")
  /// ```
  ///
  /// - Parameters:
  ///   - filterBy: The condition for the objects; nil for all.
  ///   - sortBy: The order within the sections; nil for that of creation.
  ///   - sectionBy: The property whose values are the titles of the sections.
  ///   - modelContext: The context of the objects. It is attached to `isolation` if it has no actor.
  ///   - isolation: The actor on which the observer is made and used: that of the caller.
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: .init(sectionBy),
      context: modelContext,
      isolation: isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property, in a new context of a container.
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: .init(sectionBy),
      context: ModelContext(modelContainer), isolation: isolation)
  }

  /// Observes the objects that match a predicate, in sections by a property, in a new context of a container.
  /// Objects without a value are in the section with the empty title.
  ///
  /// - Throws: The errors of ``ModelContext/fetch(_:)``.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: .init(sectionBy),
      context: ModelContext(modelContainer), isolation: isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  private convenience init(
    _ descriptor: FetchDescriptor<Element>, sectioning: ResultsQuery<Element>.Sectioning,
    context: ModelContext, isolation: (any Actor)?
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
