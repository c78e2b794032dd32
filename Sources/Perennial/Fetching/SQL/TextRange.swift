/// The stretch of sorted texts in which all that begin with a prefix lie.
struct TextRange {
  private let lower: String
  /// What comes after all texts with the prefix; nil if nothing certainly does.
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

  /// A text that is greater than all with a prefix, and not much greater: the prefix with its last
  /// scalar replaced by one of the next that normalisation leaves alone.
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
