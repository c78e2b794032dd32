#if canImport(SwiftUI)
import Perennial
import SwiftUI

/// What the environment knows of models.
struct ModelSource {
  /// The context that queries fetch in; nil if nobody gave any.
  var context: ModelContext?
  /// The container, which its main context does not keep alive.
  var container: ModelContainer?
  private let setUpFailure: (any Error)?

  init() { setUpFailure = nil }

  init(_ context: ModelContext) {
    self.context = context
    container = context.container
    setUpFailure = nil
  }

  @MainActor
  init(_ container: ModelContainer) {
    context = container.mainContext
    self.container = container
    setUpFailure = nil
  }

  /// A container that could not be made.
  init(_ failure: any Error) { setUpFailure = failure }

  /// The context; without any, one that has no models.
  var modelContext: ModelContext { context ?? Self.noModels }

  /// Why there is no context.
  var failure: (any Error)? {
    if context != nil { return nil }
    return setUpFailure
      ?? SwiftDataError.missingModelContext.because(
        "the environment has no model container; give one to the view, or to one around it, with "
          + "modelContainer(_:) or modelContext(_:)"
      )
  }

  // Not sent anywhere: environments are read on the main actor, and there is nothing in it.
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
