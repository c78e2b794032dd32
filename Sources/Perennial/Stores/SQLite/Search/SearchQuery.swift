/// What a person has typed to search for, as a query of FTS5.
///
/// Words mean themselves, whatever they are to FTS5; each may be the beginning of a longer one. What
/// stands in quotation marks is a sequence of whole words.
struct SearchQuery {
  /// Nil if there is no word to search for.
  let match: String?

  init(_ text: String) {
    var parts: [String] = []
    var isPhrase = false
    for part in text.split(separator: "\"", omittingEmptySubsequences: false) {
      if isPhrase {
        if Self.hasWord(part) { parts.append("\"\(part)\"") }
      } else {
        for word in part.split(whereSeparator: \.isWhitespace) where Self.hasWord(word) {
          parts.append("\"\(word)\"*")
        }
      }
      isPhrase.toggle()
    }
    match = parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Whether there is anything that a word could consist of.
  private static func hasWord(_ text: Substring) -> Bool {
    text.contains { $0.isLetter || $0.isNumber } && !text.unicodeScalars.contains("\0")
  }
}
