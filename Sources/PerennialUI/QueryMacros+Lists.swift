#if canImport(SwiftUI)
public import Foundation
public import Perennial
public import SwiftUI

// A property without arguments fetches the objects of its type: `[Recipe]`.

/// Queries all objects of the model.
///
/// ```swift
/// @Query var recipes: [Recipe]
/// ```
///
/// The macro adds the property `_recipes`, a ``Query``. After a failed fetch, `_recipes.fetchError` is the
/// error.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query() = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries all objects of the model. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query(animation: Animation) =
  #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries all objects of the model. Changes are shown in a transaction.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query(transaction: Transaction) =
  #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by a property. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by a property.
///
/// ```swift
/// @Query(filter: #Predicate<Recipe> { $0.rating >= 4 }, sort: \.title) var recipes: [Recipe]
/// ```
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by an optional property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort keyPath: KeyPath<Element, Value?>,
  order: SortOrder = .forward,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a filter, sorted by descriptors.
///
/// ```swift
/// @Query(sort: [SortDescriptor(\Recipe.rating, order: .reverse), SortDescriptor(\Recipe.title)])
/// var recipes: [Recipe]
/// ```
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil,
  sort descriptors: [SortDescriptor<Element>] = [],
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor. Changes are animated.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  animation: Animation
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")

/// Queries the objects that match a descriptor.
///
/// ```swift
/// @Query(Recipe.newest) var recipes: [Recipe]  // static var newest: FetchDescriptor<Recipe>
/// ```
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>,
  transaction: Transaction? = nil
) = #externalMacro(module: "PerennialMacros", type: "QueryMacro")
#endif
