import Foundation

extension String {
  /// The string in the form in which stores and records keep it: normalisation form C.
  ///
  /// Swift compares strings by canonical equivalence, so the stored string is equal to this one.
  @inlinable
  package var storedForm: String {
    var copy = self
    let isPlain = copy.withUTF8 { utf8 in
      // Below U+0300 (bytes below CC 80) no character composes with another one.
      utf8.allSatisfy { $0 < 0xCC }
    }
    return isPlain ? self : composed
  }

  @usableFromInline
  package var composed: String { precomposedStringWithCanonicalMapping }
}
