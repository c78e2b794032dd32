#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

/// Makes the model actors that a view hands its work to.
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
/// It is a value that may be kept and sent, as what a view model is made with.
public struct ModelHandlers: Sendable {
  typealias Factory = @Sendable (ModelContainer) async -> any ModelActor

  fileprivate var factories: [ObjectIdentifier: Factory] = [:]
  fileprivate var container: ModelContainer?

  /// Makes a handler for the container of the environment.
  ///
  /// - Throws: ``SwiftDataError/missingModelContext`` if the environment has no container,
  ///   ``SwiftDataError/missingModelHandler`` if nobody said how such handlers are made.
  public func make<Handler: ModelActor>(_ type: Handler.Type = Handler.self) async throws
    -> Handler
  {
    guard let container else {
      throw SwiftDataError.missingModelContext.because(
        "\(type) cannot be made: the environment has no model container; give one to the view, or "
          + "to one around it, with modelContainer(_:)"
      )
    }
    guard let handler = await factories[ObjectIdentifier(type)]?(container) as? Handler else {
      throw SwiftDataError.missingModelHandler.because(
        "nobody said how a \(type) is made; give the view, or one around it, a "
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
  /// Makes handlers for the container of the environment.
  public var modelHandlers: ModelHandlers {
    ModelHandlers(factories: self[ModelHandlersKey.self], container: modelSource.container)
  }

  fileprivate var handlerFactories: ModelHandlers {
    get { modelHandlers }
    set { self[ModelHandlersKey.self] = newValue.factories }
  }
}

extension View {
  /// Says how handlers of a type are made in this view. A closure on the main actor may make them
  /// for the main context.
  public func modelHandler<Handler: ModelActor>(
    _ make: @escaping @Sendable (ModelContainer) async -> Handler
  ) -> some View {
    transformEnvironment(\.handlerFactories) { $0.set(make) }
  }
}
#endif
