#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension View {
  /// Sets the container of this view, and its main context as the context of the environment.
  ///
  /// ```swift
  /// #Preview { RecipeList().modelContainer(PreviewData.container) }
  /// ```
  public func modelContainer(_ container: ModelContainer) -> some View {
    environment(\.modelSource, ModelSource(container))
  }

  /// Creates a container for a model and its related models, once, and sets it for this view.
  /// See ``modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)-([PersistentModel.Type],_,_,_,_)``.
  ///
  /// ```swift
  /// RecipeList().modelContainer(for: Recipe.self, inMemory: true)
  /// ```
  public func modelContainer(
    for modelType: any PersistentModel.Type,
    inMemory: Bool = false,
    isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    modelContainer(
      for: [modelType],
      inMemory: inMemory,
      isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled,
      onSetup: onSetup
    )
  }

  /// Creates a container, once, and sets it for this view.
  ///
  /// ```swift
  /// RecipeList().modelContainer(for: [Recipe.self, Ingredient.self]) { result in
  ///   if case .failure(let error) = result { failure = error }
  /// }
  /// ```
  ///
  /// Later evaluations of the view keep the container, even if they pass other models.
  ///
  /// - Parameters:
  ///   - modelTypes: The models. Related models are added.
  ///   - inMemory: `true` if nothing is written to a file.
  ///   - isAutosaveEnabled: `true` if the main context saves automatically.
  ///   - isUndoEnabled: `true` if the main context registers its changes with the undo manager of the
  ///     environment, or with its own if there is none.
  ///   - onSetup: Receives the container or an error, before the first fetch. After an error, queries
  ///     have no results, and the error as their ``Query/fetchError``.
  public func modelContainer(
    for modelTypes: [any PersistentModel.Type],
    inMemory: Bool = false,
    isAutosaveEnabled: Bool = true,
    isUndoEnabled: Bool = false,
    onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
  ) -> some View {
    let recipe = ContainerRecipe(
      types: modelTypes,
      inMemory: inMemory,
      isAutosaveEnabled: isAutosaveEnabled,
      isUndoEnabled: isUndoEnabled,
      onSetup: onSetup
    )
    return ContainerView(recipe: recipe, content: self)
  }
}

/// A view with its own container.
private struct ContainerView<Content: View>: View {
  let recipe: ContainerRecipe
  let content: Content
  @State var setUp = ContainerSetUp()
  @Environment(\.undoManager) var undoManager

  var body: some View {
    content.environment(\.modelSource, setUp.source(recipe, undoManager))
  }
}
#endif
