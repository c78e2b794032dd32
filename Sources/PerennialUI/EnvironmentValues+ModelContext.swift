#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension EnvironmentValues {
  /// The context that queries fetch in, and that views insert into and delete from.
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
  public func modelContext(_ modelContext: ModelContext) -> some View {
    environment(\.modelContext, modelContext)
  }
}

extension Scene {
  /// Sets the context that the queries of this scene fetch in.
  public func modelContext(_ modelContext: ModelContext) -> some Scene {
    environment(\.modelContext, modelContext)
  }
}
#endif
