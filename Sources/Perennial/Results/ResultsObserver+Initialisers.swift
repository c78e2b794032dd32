public import Foundation

// Each throws what the first fetch does: see ``ModelContext/fetch(_:)``.
//
// `isolation` is where the observer is made and lives. A context that belongs to no actor belongs to
// that one from then on.

extension ResultsObserver where SectionTitle == Never {
  /// Observes what a descriptor describes.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, title: nil, modelContext, isolation)
  }

  /// Observes what a descriptor describes, in a new context of a container.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, title: nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the objects that a predicate holds for, in an order.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(descriptor, nil, title: nil, modelContext, isolation)
  }

  /// Observes the objects that a predicate holds for, in an order, in a new context of a container.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(descriptor, nil, title: nil, ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  /// Observes what a descriptor describes, divided by a property that comes first in the order.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor,
      .init(sectionBy),
      title: { $0 },
      modelContext,
      isolation
    )
  }

  /// Observes what a descriptor describes, divided by a property that comes first in the order.
  /// Objects without a value are in the section that is titled with the empty string.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor,
      .init(sectionBy),
      title: { $0 },
      modelContext,
      isolation
    )
  }

  /// Observes what a descriptor describes, divided by a property, in a new context of a container.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor,
      .init(sectionBy),
      title: { $0 },
      ModelContext(modelContainer),
      isolation
    )
  }

  /// Observes what a descriptor describes, divided by a property, in a new context of a container.
  /// Objects without a value are in the section that is titled with the empty string.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor,
      .init(sectionBy),
      title: { $0 },
      ModelContext(modelContainer),
      isolation
    )
  }

  /// Observes the objects that a predicate holds for, divided by a property that comes first in
  /// the order.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(descriptor, .init(sectionBy), title: { $0 }, modelContext, isolation)
  }

  /// Observes the objects that a predicate holds for, divided by a property that comes first in
  /// the order. Objects without a value are in the section that is titled with the empty string.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(descriptor, .init(sectionBy), title: { $0 }, modelContext, isolation)
  }

  /// Observes the objects that a predicate holds for, divided by a property, in a new context of a
  /// container.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(
      descriptor,
      .init(sectionBy),
      title: { $0 },
      ModelContext(modelContainer),
      isolation
    )
  }

  /// Observes the objects that a predicate holds for, divided by a property, in a new context of a
  /// container. Objects without a value are in the section that is titled with the empty string.
  public convenience init(
    filterBy: Predicate<Element>? = nil,
    sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
    try self.init(
      descriptor,
      .init(sectionBy),
      title: { $0 },
      ModelContext(modelContainer),
      isolation
    )
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

/// A key path as one that may be sent, which `SortDescriptor` asks for.
///
/// It may be if it captures nothing that may not; and those of a model's properties, the only ones
/// that mean anything here, capture nothing. `Sendable` leaves no trace in the representation.
package func sendable<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
