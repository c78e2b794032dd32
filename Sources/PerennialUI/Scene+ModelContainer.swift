#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension Scene {
  /// Gives this scene a container: its main context is the environment's.
  public func modelContainer(_ container: ModelContainer) -> some Scene {
    environment(\.modelSource, ModelSource(container))
  }

  /// Makes a container for a model and those that it is related to, once, and gives it to this
  /// scene. The parameters are those of the view's modifier.
  public func modelContainer(
    for modelType: any PersistentModel.Type,
    inMemory: Bool = false,
    isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    modelContainer(
      for: [modelType],
      inMemory: inMemory,
      isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled,
      onSetup: onSetup
    )
  }

  /// Makes a container, once, and gives it to this scene. The parameters are those of the view's
  /// modifier; as a scene has no undo manager, the context gets one of its own.
  public func modelContainer(
    for modelTypes: [any PersistentModel.Type],
    inMemory: Bool = false,
    isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some Scene {
    let recipe = ContainerRecipe(
      types: modelTypes,
      inMemory: inMemory,
      isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled,
      onSetup: onSetup
    )
    return ContainerScene(recipe: recipe, content: self)
  }
}

/// A scene with a container that is made for it.
private struct ContainerScene<Content: Scene>: Scene {
  let recipe: ContainerRecipe
  let content: Content
  @State private var setUp = ContainerSetUp()

  init(recipe: ContainerRecipe, content: Content) {
    self.recipe = recipe
    self.content = content
  }

  var body: some Scene {
    content.environment(\.modelSource, setUp.source(recipe))
  }
}
#endif
