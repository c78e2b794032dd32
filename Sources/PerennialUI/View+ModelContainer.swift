#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension View {
  /// Gives this view a container: its main context is the environment's.
  public func modelContainer(_ container: ModelContainer) -> some View {
    environment(\.modelSource, ModelSource(container))
  }

  /// Makes a container for a model and those that it is related to, once, and gives it to this view.
  /// See ``modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)-([PersistentModel.Type],_,_,_,_)``.
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

  /// Makes a container, once, and gives it to this view.
  ///
  /// - Parameters:
  ///   - modelTypes: The models; those that they are related to are added.
  ///   - inMemory: Whether nothing is written to a file.
  ///   - isAutosaveEnabled: Whether the main context saves by itself.
  ///   - isUndoEnabled: Whether the main context records its changes in the undo manager of the
  ///     environment, or in one of its own if there is none.
  ///   - onSetup: Gets the container, or why there is none, before anything is fetched. If there is
  ///     none, queries have no results, and the reason as their ``Query/fetchError``.
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

/// A view with a container that is made for it.
private struct ContainerView<Content: View>: View {
  let recipe: ContainerRecipe
  let content: Content
  @State private var setUp = ContainerSetUp()
  @Environment(\.undoManager) private var undoManager

  init(recipe: ContainerRecipe, content: Content) {
    self.recipe = recipe
    self.content = content
  }

  var body: some View {
    content.environment(\.modelSource, setUp.source(recipe, undoManager))
  }
}
#endif
