import PerennialPresets
import SwiftData

extension RecipeReader {
  /// The way in which the store answers a query. No recipe is fetched.
  public func explanation(of query: RecipeQuery) throws -> QueryExplanation {
    var descriptor = query.descriptor
    var inMemory: [String] = []
    if query.state == .edited {
      (descriptor.fetchLimit, descriptor.fetchOffset) = (nil, nil)
      inMemory.append("the recipe or one of its ingredients is edited")
    }
    let filter: PresetFilter? = query.state.map { $0.filter ?? .presets }
    let explanation =
      try filter.map { try modelContext.explain(descriptor, presets: $0) }
      ?? modelContext.explain(descriptor)
    return QueryExplanation(
      predicate: query.predicateSource,
      presetFilter: filter.map { ".\($0)" },
      sql: explanation.sql,
      plan: explanation.plan.map { String(repeating: "  ", count: $0.depth) + $0.text },
      inMemory: explanation.evaluatedInMemory + inMemory)
  }
}
