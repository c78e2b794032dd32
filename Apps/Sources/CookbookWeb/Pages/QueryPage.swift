import CookbookModel

/// The page with the statement by which the store finds the recipes of a list.
struct QueryPage: Page {
  static let template = "query"

  var frame: PageFrame
  /// The address of the list.
  var list: String
  var predicate: String?
  var presetFilter: String?
  var sql: String
  var plan: [String]
  var inMemory: [String]
  var isInMemory: Bool

  init(_ explanation: QueryExplanation, of query: RecipeQuery) {
    frame = PageFrame(title: "The query")
    list = query.address
    predicate = explanation.predicate
    presetFilter = explanation.presetFilter
    sql = Self.broken(explanation.sql)
    plan = explanation.plan.map { String(repeating: "  ", count: $0.depth) + $0.text }
    inMemory = explanation.inMemory
    isInMemory = !inMemory.isEmpty
  }

  /// Returns a statement with a line for each of its clauses. Texts in quotes stay as they are.
  static func broken(_ sql: String) -> String {
    var lines = ""
    var depth = 0
    var quote: Character?
    var rest = sql[...]
    while let character = rest.first {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == " ", depth == 0,
        let clause = Self.clauses.first(where: { rest.dropFirst().hasPrefix($0) })
      {
        lines += "\n" + clause
        rest = rest.dropFirst(1 + clause.count)
        continue
      }
      lines.append(character)
      rest.removeFirst()
    }
    return lines
  }

  private static let clauses = ["FROM ", "LEFT JOIN ", "WHERE ", "AND ", "ORDER BY ", "LIMIT "]
}
