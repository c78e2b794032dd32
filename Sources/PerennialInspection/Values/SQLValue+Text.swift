import Perennial

extension SQLValue {
  /// The text; nil for a value of another type.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
