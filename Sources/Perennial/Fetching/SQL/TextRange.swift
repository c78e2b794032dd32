import PerennialRecords

/// The range of sorted texts that contains all texts with a prefix.
struct TextRange {
  private let lower: String
  /// A text that is greater than all texts with the prefix; nil if none is certainly greater.
  private let upper: String?

  init(prefix: String) {
    lower = prefix.storedForm
    upper = Self.successor(of: lower)
  }

  func conditions(_ text: SQLExpression) -> [SQLExpression] {
    if lower.isEmpty { return [] }
    let from = SQLExpression.binary(.greaterOrEqual, text, .value(.text(lower)))
    guard let upper else { return [from] }
    return [from, .binary(.less, text, .value(.text(upper)))]
  }

  /// Returns a text that is greater than all texts with a prefix, and not much greater. It is the
  /// prefix with its last scalar replaced by one of the next scalars that normalisation does not
  /// change.
  private static func successor(of prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      for value in (last.value + 1)..<(last.value + 64) {
        guard let next = Unicode.Scalar(value) else { continue }
        var candidate = String.UnicodeScalarView(scalars)
        candidate.append(next)
        let text = String(candidate)
        if text.storedForm.utf8.elementsEqual(text.utf8) { return text }
      }
    }
    return nil
  }
}
