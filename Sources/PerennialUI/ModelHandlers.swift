#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

/// The factory of the model actors to which a view delegates its work.
///
/// ```swift
/// RecipeList()
///   .modelHandler { RecipeHandler(modelContainer: $0) }
///   .modelContainer(for: Recipe.self)
/// …
/// @Environment(\.modelHandlers) private var handlers
/// …
/// let handler = try await handlers.make(RecipeHandler.self)
/// try await handler.update(id, title: "Minestrone")
/// ```
///
/// The factory is a `Sendable` value. It can be stored, and passed to a view model for example.
public struct ModelHandlers: Sendable {
  typealias Factory = @Sendable (ModelContainer) async -> any ModelActor

  fileprivate var factories: [ObjectIdentifier: Factory] = [:]
  fileprivate var container: ModelContainer?

  /// Creates a handler for the container of the environment. Each call creates another one.
  ///
  /// ```swift
  /// @Environment(\.modelHandlers) private var handlers
  /// …
  /// let handler: RecipeHandler = try await handlers.make()
  /// try await handler.update(id, title: "Risotto")
  /// ```
  ///
  /// - Parameter type: The model actor. It can be left out if the type of the result is known.
  /// - Throws: `SwiftDataError.missingModelContext` if the environment has no container,
  ///   `SwiftDataError.missingModelHandler` if no `modelHandler` modifier creates handlers of the
  ///   type.
  public func make<Handler: ModelActor>(_ type: Handler.Type = Handler.self) async throws
    -> Handler
  {
    guard let container else {
      throw SwiftDataError.missingModelContext.because(
        "\(type) was not created: the environment has no model container; give one to the view, or "
          + "to an outer view, with modelContainer(_:)"
      )
    }
    guard let handler = await factories[ObjectIdentifier(type)]?(container) as? Handler else {
      throw SwiftDataError.missingModelHandler.because(
        "a \(type) was not created: its handler is missing; give the view, or an outer view, a "
          + "modelHandler { \(type)(modelContainer: $0) }"
      )
    }
    return handler
  }

  fileprivate mutating func set<Handler: ModelActor>(
    _ make: @escaping @Sendable (ModelContainer) async -> Handler
  ) {
    factories[ObjectIdentifier(Handler.self)] = make
  }
}

private struct ModelHandlersKey: EnvironmentKey {
  static var defaultValue: [ObjectIdentifier: ModelHandlers.Factory] { [:] }
}

extension EnvironmentValues {
  /// The factory of handlers for the container of the environment.
  ///
  /// ```swift
  /// @Environment(\.modelHandlers) private var handlers
  /// ```
  public var modelHandlers: ModelHandlers {
    ModelHandlers(factories: self[ModelHandlersKey.self], container: modelSource.container)
  }

  fileprivate var handlerFactories: ModelHandlers {
    get { modelHandlers }
    set { self[ModelHandlersKey.self] = newValue.factories }
  }
}

extension View {
  /// Sets the closure that creates handlers of a type in this view. A closure on the main actor can
  /// create them for the main context.
  ///
  /// ```swift
  /// RecipeList().modelHandler { RecipeHandler(modelContainer: $0) }
  /// ```
  ///
  /// An inner view can replace the closure for the same type. Closures for other types stay.
  ///
  /// - Parameter make: A closure that is called for each handler, with the container of the environment.
  public func modelHandler<Handler: ModelActor>(
    _ make: @escaping @Sendable (ModelContainer) async -> Handler
  ) -> some View {
    transformEnvironment(\.handlerFactories) { $0.set(make) }
  }
}
#endif
