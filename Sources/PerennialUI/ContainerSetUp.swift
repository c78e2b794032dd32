#if canImport(SwiftUI)
import Foundation
import Perennial
import SwiftUI

/// The description of a container that a modifier creates.
@MainActor
struct ContainerRecipe {
  let types: [any PersistentModel.Type]
  let inMemory: Bool
  let isAutosaveEnabled: Bool
  let isUndoEnabled: Bool
  let onSetup: (Result<ModelContainer, any Error>) -> Void

  func make() -> Result<ModelContainer, any Error> {
    Result {
      let container = try ModelContainer(
        for: Schema(types),
        configurations: [ModelConfiguration(isStoredInMemoryOnly: inMemory)]
      )
      container.mainContext.autosaveEnabled = isAutosaveEnabled
      return container
    }
  }
}

/// The container of a modifier. It is created once, however often the view is evaluated.
@MainActor
final class ContainerSetUp {
  private var outcome: Result<ModelContainer, any Error>?

  nonisolated init() {}

  /// Returns the source with the container of a recipe. Later calls ignore the recipe's models and
  /// settings, except for undo.
  ///
  /// - Parameter undoManager: The undo manager of the environment. Without one, the context gets its
  ///   own.
  func source(_ recipe: ContainerRecipe, _ undoManager: UndoManager? = nil) -> ModelSource {
    let outcome = outcome ?? setUp(recipe)
    switch outcome {
    case .success(let container):
      if recipe.isUndoEnabled { enableUndo(in: container.mainContext, undoManager) }
      return ModelSource(container)
    case .failure(let error):
      return ModelSource(error)
    }
  }

  private func setUp(_ recipe: ContainerRecipe) -> Result<ModelContainer, any Error> {
    let outcome = recipe.make()
    // Set before the callback, which may cause another evaluation of the view.
    self.outcome = outcome
    recipe.onSetup(outcome)
    return outcome
  }

  private func enableUndo(in context: ModelContext, _ undoManager: UndoManager?) {
    if let undoManager {
      if context.undoManager !== undoManager { context.undoManager = undoManager }
    } else if context.undoManager == nil {
      context.undoManager = UndoManager()
    }
  }
}
#endif
