/// A word, a value or a sign of a filter.
struct FilterToken {
  enum Kind: Equatable {
    /// A name or a keyword.
    case word(String)
    /// The digits of a number.
    case number(String)
    case string(String)
    /// An operator, a parenthesis, a bracket, a comma or a dot.
    case sign(String)
    case end
  }

  let kind: Kind
  /// The number of characters before the token.
  let position: Int

  /// The keyword that the token may be; nil if it isn't a word.
  var keyword: String? {
    if case .word(let word) = kind { word.lowercased() } else { nil }
  }

  func isSign(_ text: String) -> Bool { kind == .sign(text) }

  /// The token in a message.
  var quoted: String {
    switch kind {
    case .word(let text), .number(let text), .sign(let text): "“\(text)”"
    case .string(let text): "“\"\(text.count > 40 ? "\(text.prefix(40))…" : text)\"”"
    case .end: "the end"
    }
  }
}

/// Splits the text of a filter into tokens.
struct FilterLexer {
  private let characters: [Character]
  private var index = 0

  private static let signs = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "=", "<", ">", "!", "(", ")", "[", "]", ",", ".",
  ]

  init(_ text: String) { characters = Array(text) }

  /// - Throws: ``FilterError`` for a character that cannot begin a token, and for a text without an end.
  static func tokens(_ text: String) throws -> [FilterToken] {
    var lexer = FilterLexer(text)
    var tokens: [FilterToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    tokens.append(FilterToken(kind: .end, position: lexer.index))
    return tokens
  }

  private var current: Character? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws -> FilterToken? {
    while current?.isWhitespace == true { index += 1 }
    guard let first = current else { return nil }
    let position = index
    if first == "\"" || first == "'" {
      return FilterToken(kind: .string(try string(to: first)), position: position)
    }
    if first.isFilterDigit || (first == "-" && isDigit(at: index + 1)) {
      return FilterToken(kind: .number(number()), position: position)
    }
    if first.isFilterWord {
      var word = ""
      while let character = current, character.isFilterWord || character.isFilterDigit {
        word.append(character)
        index += 1
      }
      return FilterToken(kind: .word(word), position: position)
    }
    for sign in Self.signs where characters[index...].starts(with: sign) {
      index += sign.count
      return FilterToken(kind: .sign(sign), position: position)
    }
    throw FilterError(
      position: position, reason: "A property, a value or an operator was expected, not “\(first)”."
    )
  }

  private func isDigit(at index: Int) -> Bool {
    index < characters.count && characters[index].isFilterDigit
  }

  private mutating func number() -> String {
    var text = String(characters[index])
    index += 1
    func digits(_ text: inout String, _ index: inout Int) {
      while index < characters.count, characters[index].isFilterDigit {
        text.append(characters[index])
        index += 1
      }
    }
    digits(&text, &index)
    if current == ".", isDigit(at: index + 1) {
      text.append(".")
      index += 1
      digits(&text, &index)
    }
    if current == "e" || current == "E" {
      let hasSign = index + 1 < characters.count && "+-".contains(characters[index + 1])
      guard isDigit(at: index + (hasSign ? 2 : 1)) else { return text }
      text += String(characters[index...(hasSign ? index + 1 : index)])
      index += hasSign ? 2 : 1
      digits(&text, &index)
    }
    return text
  }

  private mutating func string(to quote: Character) throws -> String {
    let start = index
    var text = ""
    index += 1
    while let character = current {
      index += 1
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch current {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case let escaped? where "\\\"'".contains(escaped): text.append(escaped)
      default:
        throw FilterError(
          position: index, reason: "One of \\\\, \\\", \\', \\n and \\t was expected.")
      }
      index += 1
    }
    throw FilterError(
      position: start, reason: "The text has no end: a closing \(quote) was expected.")
  }
}

extension Character {
  fileprivate var isFilterDigit: Bool { isASCII && isNumber }
  fileprivate var isFilterWord: Bool { isLetter || self == "_" || self == "$" }
}
