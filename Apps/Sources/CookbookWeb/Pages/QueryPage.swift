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
    predicate = explanation.predicate.map(Self.visible)
    presetFilter = explanation.presetFilter
    sql = Self.visible(Self.broken(explanation.sql))
    plan = explanation.plan
    inMemory = explanation.inMemory
    isInMemory = !inMemory.isEmpty
  }

  /// Returns a text whose controls of direction are written out, so that they turn around no code.
  static func visible(_ text: String) -> String {
    var visible = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069:
        visible += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: visible.unicodeScalars.append(scalar)
      }
    }
    return visible
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
