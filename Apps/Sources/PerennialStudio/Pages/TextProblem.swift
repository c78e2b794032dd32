import PerennialInspection

/// An error in a text that a person has written, as a page shows it beside the text.
struct TextProblem: Sendable {
  let reason: String
  /// The number of the character that the reason is about, counted from 1; nil if it is about the whole text.
  let position: Int?
  /// The text before the character, the character, and the text after it.
  let before: String
  let at: String
  let after: String

  init(_ text: String, position: Int?, reason: String) {
    self.reason = reason
    self.position = position.map { $0 + 1 }
    guard let position else {
      (before, at, after) = ("", "", "")
      return
    }
    before = String(text.prefix(position))
    let rest = text.dropFirst(position)
    // The end has no character.
    at = rest.first.map(String.init) ?? " "
    after = String(rest.dropFirst())
  }
}
