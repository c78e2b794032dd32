#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension Scene {
  /// Sets the container of this scene, and its main context as the context of the environment.
  ///
  /// ```swift
  /// @main struct CookbookApp: App {
  ///   let container: ModelContainer
  ///
  ///   var body: some Scene { WindowGroup { RecipeList() }.modelContainer(container) }
  /// }
  /// ```
  public func modelContainer(_ container: ModelContainer) -> some Scene {
    environment(\.modelSource, ModelSource(container))
  }

  /// Creates a container for a model and its related models, once, and sets it for this scene. The view
  /// modifier of the same name describes the parameters.
  ///
  /// ```swift
  /// WindowGroup { RecipeList() }.modelContainer(for: Recipe.self)
  /// ```
  ///
  /// If the container cannot be created, `onSetup` gets the error, and the queries of the scene have no
  /// results.
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

  /// Creates a container, once, and sets it for this scene. The view modifier of the same name
  /// describes the parameters. A scene has no undo manager, so the context gets its own.
  ///
  /// ```swift
  /// WindowGroup { RecipeList() }
  ///   .modelContainer(for: [Recipe.self, Ingredient.self], isUndoEnabled: true)
  /// ```
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

/// A scene with its own container.
private struct ContainerScene<Content: Scene>: Scene {
  let recipe: ContainerRecipe
  let content: Content
  @State var setUp = ContainerSetUp()

  var body: some Scene {
    content.environment(\.modelSource, setUp.source(recipe))
  }
}
#endif
