/// A mistake in a document, and its position.
package struct TextError: Error, CustomStringConvertible, Sendable {
  /// The name of the document.
  package let file: String
  /// The position at which the document cannot be parsed.
  package let position: TextPosition
  /// A sentence that says what is wrong.
  package let reason: String

  package var description: String { "\(file):\(position): \(reason)" }
}

extension ByteReader {
  /// Returns an error for the document at the next byte.
  package func failure(_ reason: String) -> TextError {
    TextError(file: name, position: position, reason: reason)
  }
}
