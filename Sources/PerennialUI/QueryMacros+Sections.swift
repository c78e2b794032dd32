#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// Macros for a property of type `SectionedResults<Recipe, String>`.

/// Queries the objects that match a filter, sorted by a property, divided into sections by
/// `sectionKeyPath`. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by a property, divided into sections by
/// `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by a property, divided into sections by
/// `sectionKeyPath`.
///
/// ```swift
/// @Query(sort: \Recipe.title, sectionBy: \Recipe.course)
/// var courses: SectionedResults<Recipe, String>
/// ```
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by a property, divided into sections by
/// `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property, divided into sections by
/// `sectionKeyPath`. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property, divided into sections by
/// `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property, divided into sections by
/// `sectionKeyPath`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property, divided into sections by
/// `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors, divided into sections by
/// `sectionKeyPath`. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors, divided into sections by
/// `sectionKeyPath`. Changes are animated. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors, divided into sections by
/// `sectionKeyPath`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors, divided into sections by
/// `sectionKeyPath`. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor, divided into sections by `sectionKeyPath`. Changes are
/// animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor, divided into sections by `sectionKeyPath`. Changes are
/// animated. Objects for which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor, divided into sections by `sectionKeyPath`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor, divided into sections by `sectionKeyPath`. Objects for
/// which it is nil are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")
#endif
