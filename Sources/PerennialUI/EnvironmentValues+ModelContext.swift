#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

extension EnvironmentValues {
  /// The context that queries fetch in, and that views insert into and delete from.
  ///
  /// Where no container was given, it is a context that has no models: fetches and saves of objects
  /// throw ``SwiftDataError/unknownSchema``.
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
