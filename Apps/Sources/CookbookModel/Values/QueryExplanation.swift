/// The way in which the store answers a query.
public struct QueryExplanation: Equatable, Sendable {
  /// A step of SQLite's plan.
  public struct Step: Equatable, Sendable {
    /// The number of steps that contain this one.
    public var depth: Int
    public var text: String
  }

  /// The predicate, as Swift writes it; nil if the query finds all recipes.
  public var predicate: String?
  /// The preset filter, such as `.userCreated`; nil if there is none.
  public var presetFilter: String?
  public var sql: String
  public var plan: [Step]
  /// The parts of the query that the program evaluates, and not SQLite.
  public var inMemory: [String]
}
