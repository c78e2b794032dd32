#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

/// The objects that a view shows and observes. `@Query` stores one for its property.
///
/// ```swift
/// struct RecipeList: View {
///   @Query(filter: #Predicate<Recipe> { $0.rating >= 4 }, sort: \.title) var recipes: [Recipe]
///
///   var body: some View { ForEach(recipes) { Text($0.title) } }
/// }
/// ```
///
/// The objects are fetched in the context of the environment, when they are first read. Afterwards the
/// results follow every change: saved and unsaved changes of the context, and saved changes of other
/// contexts. A view is evaluated again if the list contains other objects, or the same ones in another
/// order. The properties of the objects are observed on the objects.
///
/// If a fetch fails, the last results stay, and ``fetchError`` has the reason. The next change triggers
/// another fetch. After a failed first fetch, the next evaluation of the view does.
///
/// To use the view's own parameters in a query, assign the query in an initialiser: `_recipes =
/// Query(filter: #Predicate { $0.title.contains(text) })`.
@MainActor
public struct Query<Element: PersistentModel, Result>: Sendable {
  @State private var results = QueryResults<Element, Result>()
  @Environment(\.modelSource) private var modelSource
  private let request: QueryRequest<Element>
  /// The results to show before the first fetch has succeeded.
  private let nothing: Result
  private let open: @MainActor (QueryRequest<Element>, ModelContext) throws -> QuerySource<Result>

  init(
    _ request: QueryRequest<Element>,
    nothing: Result,
    open: @escaping @MainActor (QueryRequest<Element>, ModelContext) throws -> QuerySource<Result>
  ) {
    self.request = request
    self.nothing = nothing
    self.open = open
  }

  /// The context of the environment.
  public var modelContext: ModelContext { modelSource.modelContext }

  /// The reason why the results could not be fetched or updated; nil if they could.
  ///
  /// ```swift
  /// @Query(sort: \Recipe.title) var recipes: [Recipe]
  /// …
  /// if let error = _recipes.fetchError { print(error) }
  /// ```
  public var fetchError: (any Error)? {
    prepare()
    return results.failure
  }

  /// The current results, or the last ones if they could not be updated.
  public var wrappedValue: Result {
    prepare()
    return results.current ?? nothing
  }

  /// The results by section. Empty if the query was created without `sectionBy`.
  public var sections: SectionedResults<Element, String> {
    wrappedValue as? SectionedResults<Element, String> ?? SectionedResults()
  }

  private func prepare() {
    results.prepare(request, modelSource, open)
  }
}

extension Query: nonisolated DynamicProperty {
  /// Does nothing. SwiftUI calls the method before the view's body, but results are updated when they
  /// are read. A query whose results are not read therefore costs nothing.
  public nonisolated func update() {}
}
#endif
