/// The way in which the store answers a query.
public struct QueryExplanation: Equatable, Sendable {
  /// The predicate, as Swift writes it; nil if the query finds all recipes.
  public var predicate: String?
  /// The preset filter, such as `.userCreated`; nil if there is none.
  public var presetFilter: String?
  public var sql: String
  /// The steps of SQLite's plan. A step is indented below the one that contains it.
  public var plan: [String]
  /// The parts of the query that the program evaluates, and not SQLite.
  public var inMemory: [String]
}
