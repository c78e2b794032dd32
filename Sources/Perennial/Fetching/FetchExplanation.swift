/// The way in which a store answers a fetch: the statement that it runs, and what is evaluated in memory.
///
/// ```swift
/// let quick = FetchDescriptor<Recipe>(predicate: #Predicate { $0.minutes < 30 })
/// print(try context.explain(quick))
/// ```
public struct FetchExplanation: Hashable, Sendable {
  /// A step of SQLite's plan for a statement.
  public struct Step: Hashable, Sendable {
    /// The number of steps that contain this one.
    public let depth: Int
    /// The text of SQLite, such as `SEARCH t0 USING INDEX …`.
    public let text: String
  }

  /// The statement, with the values of its parameters.
  public let sql: String
  /// SQLite's plan for the statement, in the form of `EXPLAIN QUERY PLAN`.
  ///
  /// See <https://www.sqlite.org/eqp.html>.
  public let plan: [Step]
  /// The parts of the predicate and of the order that are evaluated in memory. It is empty if SQL evaluates all.
  public let evaluatedInMemory: [String]
  /// `true` if unsaved changes of the context take part in the result.
  public let mergesUnsavedChanges: Bool
}

extension FetchExplanation: CustomStringConvertible {
  /// The statement, a line for each step of the plan, and a line for each part that is evaluated in memory.
  public var description: String {
    var lines = [sql]
    lines += plan.map { String(repeating: "  ", count: $0.depth + 1) + $0.text }
    lines += evaluatedInMemory.map { "in memory: \($0)" }
    if mergesUnsavedChanges { lines.append("in memory: unsaved changes") }
    return lines.joined(separator: "\n")
  }
}
