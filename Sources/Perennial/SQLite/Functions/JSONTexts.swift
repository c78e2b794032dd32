import Foundation

/// A JSON array of strings. It is searched without creating the strings.
struct JSONTexts {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ array: SQLTextValue) { bytes = array.bytes }

  /// Returns `true` if the array has an element equal to a text.
  func contains(_ text: SQLTextValue) -> Bool {
    let (quote, backslash): (UInt8, UInt8) = (0x22, 0x5C)
    var index = 0
    while let start = bytes[index...].firstIndex(of: quote).map({ $0 + 1 }) {
      var end = start
      var hasEscapes = false
      while end < bytes.count, bytes[end] != quote {
        if bytes[end] == backslash {
          hasEscapes = true
          end += 1
        }
        end += 1
      }
      guard end < bytes.count else { return false }
      let element = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if Self.isEqual(element, hasEscapes, to: text) { return true }
      index = end + 1
    }
    return false
  }

  private static func isEqual(
    _ element: UnsafeBufferPointer<UInt8>, _ hasEscapes: Bool, to text: SQLTextValue
  ) -> Bool {
    if hasEscapes { return unescaped(element) == text.string }
    if element.elementsEqual(text.bytes) { return true }
    // JSON is not normalised, because that could change the character that an escape applies to.
    let element = SQLTextValue(element)
    return !element.isASCII && element.string == text.string
  }

  private static func unescaped(_ element: UnsafeBufferPointer<UInt8>) -> String? {
    try? JSONDecoder().decode(String.self, from: Data([0x22] + element + [0x22]))
  }
}
