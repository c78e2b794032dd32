// The direction of texts that people write. A character such as U+202E turns around what follows it,
// to the end of the paragraph or of the isolate that it is in.

extension String {
  private static let firstStrongIsolate: Unicode.Scalar = "\u{2068}"
  private static let popDirectionalIsolate: Unicode.Scalar = "\u{2069}"
  private static let isolates: ClosedRange<Unicode.Scalar> = "\u{2066}"..."\u{2068}"

  /// The text in an isolate of its own, so that it has no effect on the sentence around it.
  ///
  /// A text of letters that are always written from left to right stays as it is.
  var isolated: String {
    // The letters and the controls that have another direction begin with Hebrew.
    guard unicodeScalars.contains(where: { $0.value >= 0x590 }) else { return self }
    var scalars = String.UnicodeScalarView()
    scalars.append(Self.firstStrongIsolate)
    scalars += balanced.unicodeScalars
    scalars.append(Self.popDirectionalIsolate)
    return String(scalars)
  }

  /// The text without an end of an isolate that begins elsewhere, and with the ends that it lacks:
  /// these would end, or outlast, the isolate that the text is in.
  var balanced: String {
    guard unicodeScalars.contains(where: { (0x2066...0x2069).contains($0.value) }) else {
      return self
    }
    var (scalars, depth) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      if Self.isolates.contains(scalar) {
        depth += 1
      } else if scalar == Self.popDirectionalIsolate {
        if depth == 0 { continue }
        depth -= 1
      }
      scalars.append(scalar)
    }
    scalars.append(contentsOf: repeatElement(Self.popDirectionalIsolate, count: depth))
    return String(scalars)
  }
}
