#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension EnvironmentValues {
  /// The context that queries fetch in, and that views insert into and delete from.
  ///
  /// ```swift
  /// @Environment(\.modelContext) private var context
  /// …
  /// Button("Add") { context.insert(Recipe("Minestrone")) }
  /// ```
  ///
  /// The modifiers `modelContainer(_:)` and `modelContainer(for:…)` set it to the main context of their
  /// container, which saves automatically.
  ///
  /// Without a container in the environment, it is a context without models. Fetching and saving
  /// objects in it throws ``SwiftDataError/unknownSchema``.
  public var modelContext: ModelContext {
    get { modelSource.modelContext }
    set { modelSource = ModelSource(newValue) }
  }
}

extension View {
  /// Sets the context that the queries of this view fetch in.
  ///
  /// Use it for a view whose changes are saved or discarded together:
  ///
  /// ```swift
  /// RecipeEditor().modelContext(draft)  // a context without autosave
  /// ```
  public func modelContext(_ modelContext: ModelContext) -> some View {
    environment(\.modelContext, modelContext)
  }
}

extension Scene {
  /// Sets the context that the queries of this scene fetch in.
  ///
  /// ```swift
  /// WindowGroup { RecipeEditor() }.modelContext(draft)
  /// ```
  public func modelContext(_ modelContext: ModelContext) -> some Scene {
    environment(\.modelContext, modelContext)
  }
}
#endif
