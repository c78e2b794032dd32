/// A user's search text as a query of FTS5.
///
/// Each word is searched literally, without FTS5's syntax, and also matches longer words that begin
/// with it. Text in quotation marks is a phrase of whole words.
struct SearchQuery {
  /// The FTS5 query; nil if the text has no word.
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

  /// Returns `true` if a text has a letter or a digit, and no null character.
  private static func hasWord(_ text: Substring) -> Bool {
    text.contains { $0.isLetter || $0.isNumber } && !text.unicodeScalars.contains("\0")
  }
}
