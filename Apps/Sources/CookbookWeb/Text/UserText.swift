import Mustache

/// A text that a person wrote, as templates show it.
///
/// `{{text}}` belongs into an element that isolates its direction: `<bdi>`, or one with `dir="auto"`.
/// `{{isolated(text)}}` is for attributes and for titles, where there are no elements.
struct UserText: Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// A text that may be missing: nil if it is empty, so that a section of a template is left out.
  init?(unlessEmpty text: String) {
    if text.isEmpty { return nil }
    self.text = text
  }
}

extension UserText: MustacheCustomRenderable, MustacheTransformable {
  var renderText: String { text.balanced }
  var isNull: Bool { false }

  func transform(_ name: String) -> Any? { name == "isolated" ? text.isolated : nil }
}
