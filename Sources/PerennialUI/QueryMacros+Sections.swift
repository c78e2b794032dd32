#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// For a property of type `SectionedResults<Recipe, String>`.

/// The objects that a filter lets pass, ordered by a property, divided by a property; changes are
/// animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property, divided by a property; changes are
/// animated. Objects without a value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property, divided by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property, divided by a property. Objects
/// without a value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value, divided by a
/// property; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value, divided by a
/// property; changes are animated. Objects without a value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value, divided by a
/// property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value, divided by a
/// property. Objects without a value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order, divided by a property; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order, divided by a property; changes are animated.
/// Objects without a value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order, divided by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order, divided by a property. Objects without a value
/// are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes, divided by a property; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes, divided by a property; changes are animated. Objects without a
/// value are in the section titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes, divided by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes, divided by a property. Objects without a value are in the section
/// titled `""`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil,
  sectionBy sectionKeyPath: KeyPath<Element, String?>
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")
#endif
