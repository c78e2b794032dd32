#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// What a property without arguments fetches is told by its type: `[Recipe]`.

/// All objects of the model.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query() = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// All objects of the model; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query(animation: Animation) =
  #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// All objects of the model; changes come with a transaction.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query(transaction: Transaction) =
  #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value; changes are
/// animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, ordered by a property that may have no value.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// The objects that a filter lets pass, in an order.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes; changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// What a descriptor describes.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")
#endif
