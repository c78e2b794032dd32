#if canImport(SwiftUI)
import Perennial
import SwiftUI

/// The context and the container of the environment.
struct ModelSource {
  /// The context that queries fetch in; nil if the environment has none.
  var context: ModelContext?
  /// The container. It is stored here because its main context does not keep it alive.
  var container: ModelContainer?
  private var setUpFailure: (any Error)?

  init() {}

  init(_ context: ModelContext) {
    self.context = context
    container = context.container
  }

  @MainActor
  init(_ container: ModelContainer) {
    context = container.mainContext
    self.container = container
  }

  /// Creates the source for a container that could not be created.
  init(_ failure: any Error) { setUpFailure = failure }

  /// The context of the environment, or else a context without models.
  var modelContext: ModelContext { context ?? Self.noModels }

  /// The reason why there is no context.
  var failure: (any Error)? {
    if context != nil { return nil }
    return setUpFailure
      ?? SwiftDataError.missingModelContext.because(
        "the environment has no model container; give one to the view, or to an outer view, with "
          + "modelContainer(_:) or modelContext(_:)"
      )
  }

  // Safe: the context contains no models, and environments are read on the main actor. It is not sent
  // to another actor.
  private nonisolated(unsafe) static let noModels = ModelContext.withoutModels()
}

struct ModelSourceKey: EnvironmentKey {
  static var defaultValue: ModelSource { ModelSource() }
}

extension EnvironmentValues {
  var modelSource: ModelSource {
    get { self[ModelSourceKey.self] }
    set { self[ModelSourceKey.self] = newValue }
  }
}
#endif
