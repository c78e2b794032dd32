#if canImport(SwiftUI)
public import Perennial
public import SwiftUI

/// Objects that a view shows, and that it follows: what `@Query` makes of a property.
///
/// ```swift
/// struct RecipeList: View {
///   @Query(filter: #Predicate<Recipe> { $0.rating >= 4 }, sort: \.title) var recipes: [Recipe]
///
///   var body: some View { ForEach(recipes) { Text($0.title) } }
/// }
/// ```
///
/// The objects are fetched in the context of the environment, when they are first looked at. From
/// then on they follow every change: the context's own, saved or not; those of other contexts, when
/// they save. A view is evaluated again if other objects are in the list, or in another order. What
/// the objects contain is observed on the objects.
///
/// If a fetch fails, the last results stay, and ``fetchError`` says why. The next change is tried
/// again; a first fetch that failed, with the next evaluation of the view.
///
/// To fetch what the view's own parameters ask for, an initialiser assigns the query:
/// `_recipes = Query(filter: #Predicate { $0.title.contains(text) })`.
@MainActor
public struct Query<Element: PersistentModel, Result>: Sendable {
  @State private var results = QueryResults<Element, Result>()
  @Environment(\.modelSource) private var modelSource
  private let request: QueryRequest<Element>
  /// What there is to show before anything could be fetched.
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

  /// Why the results could not be fetched or brought up to date; nil if they could.
  public var fetchError: (any Error)? {
    prepare()
    return results.failure
  }

  /// The results: as they are now, or as they last were if they could not be brought up to date.
  public var wrappedValue: Result {
    prepare()
    return results.current ?? nothing
  }

  /// The results by section; none if the query was made without `sectionBy`.
  public var sections: SectionedResults<Element, String> {
    wrappedValue as? SectionedResults<Element, String> ?? SectionedResults()
  }

  private func prepare() {
    results.prepare(request, modelSource, open)
  }
}

extension Query: nonisolated DynamicProperty {
  /// SwiftUI calls it before the view's body. There is nothing to do then: results are brought up to
  /// date when they are looked at, and so a query whose results nobody reads costs nothing.
  public nonisolated func update() {}
}
#endif
