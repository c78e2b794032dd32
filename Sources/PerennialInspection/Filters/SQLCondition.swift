import Perennial

/// A condition of a WHERE clause, with the values of its parameters.
struct SQLCondition {
  var sql: String
  var bindings: [SQLValue] = []

  /// The condition with literals in the place of its parameters.
  var literalSQL: String {
    var values = bindings.makeIterator()
    var text = ""
    var quote: Character?
    for character in sql {
      if let open = quote {
        // A doubled quotation mark ends the text and begins the next one.
        if character == open { quote = nil }
      } else if character == "?" {
        text += SQLResultValue(values.next() ?? .null).sqlLiteral
        continue
      } else if character == "'" || character == "\"" {
        quote = character
      }
      text.append(character)
    }
    return text
  }
}

extension [SQLCondition] {
  /// The conditions joined by AND, as a WHERE clause; empty without conditions.
  var clause: String {
    isEmpty ? "" : " WHERE " + map { "(\($0.sql))" }.joined(separator: " AND ")
  }

  var bindings: [SQLValue] { flatMap(\.bindings) }
}
