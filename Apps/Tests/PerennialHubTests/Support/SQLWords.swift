/// The words of a statement, as the hub writes its SQL: keywords in capitals, names in small letters.
enum SQLWord: Equatable {
  /// A word in capitals.
  case keyword(String)
  /// A name that parentheses follow without a space.
  case function(String)
  /// Another name.
  case name(String)
  /// An operator.
  case symbol(String)

  /// Returns the words of a statement, without parameters, texts, numbers, parentheses and commas.
  static func words(of sql: String) -> [SQLWord] {
    let token = #/'[^']*'|"[^"]*"|\$?\d+|([A-Z]+)\b|([a-z_]+)(\(?)|([-+*\/<>=!|&~%^:.;?\[\]]+)/#
    return sql.matches(of: token).compactMap { match in
      if let keyword = match.1 { return .keyword(String(keyword)) }
      if let name = match.2 {
        return match.3 == "(" ? .function(String(name)) : .name(String(name))
      }
      return match.4.map { .symbol(String($0)) }
    }
  }
}

extension [SQLWord] {
  /// Returns the features of a statement: its keywords in the longest phrases that a list has, its functions as
  /// `name()`, its operators, and the names that are not those of the schema.
  func features(phrases: Set<String>, schema: Set<String>) -> Set<String> {
    var features: Set<String> = []
    var index = startIndex
    while index < endIndex {
      switch self[index] {
      case .function(let name): features.insert(name + "()")
      case .symbol(let symbol): features.insert(symbol)
      case .name(let name): if !schema.contains(name) { features.insert(name) }
      case .keyword:
        let words = self[index...].prefix(6).prefix {
          if case .keyword = $0 { true } else { false }
        }
        let texts = words.compactMap { if case .keyword(let text) = $0 { text } else { nil } }
        let length =
          (1...texts.count).last { phrases.contains(texts.prefix($0).joined(separator: " ")) } ?? 1
        features.insert(texts.prefix(length).joined(separator: " "))
        index += length - 1
      }
      index += 1
    }
    return features
  }
}
