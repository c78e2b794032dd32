package import Foundation

/// The bytes of a document, one after the other, without the whole of it in memory.
package struct ByteReader {
  /// What errors call the document.
  let name: String
  private let more: () throws -> Data?
  private var chunk: [UInt8] = []
  private var index = 0
  private var isAtEnd = false
  /// Where the next byte is.
  private(set) var position = TextPosition()
  /// What was read since somebody wanted to have it.
  private var recording: [UInt8]?

  /// - Parameter more: Gives the next bytes, and nil or none at the end.
  package init(_ name: String, _ more: @escaping () throws -> Data?) {
    self.name = name
    self.more = more
  }

  init(_ text: String) {
    name = ""
    more = { nil }
    chunk = Array(text.utf8)
  }

  /// The next byte, which stays the next one.
  mutating func peek() throws -> UInt8? {
    if index < chunk.count { return chunk[index] }
    if isAtEnd { return nil }
    guard let data = try more(), !data.isEmpty else {
      isAtEnd = true
      return nil
    }
    chunk = Array(data)
    index = 0
    return chunk[0]
  }

  /// Goes past the byte that ``peek()`` gave.
  mutating func advance() {
    let byte = chunk[index]
    index += 1
    position.advance(byte)
    recording?.append(byte)
  }

  /// What is wrong with the document at the line of the next byte, or at another one.
  func failure(_ reason: String, line: Int? = nil, place: String? = nil) -> DocumentError {
    DocumentError(
      file: name, line: line ?? position.line, column: line == nil ? position.column : nil,
      place: place, reason: reason)
  }

  mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    advance()
    return byte
  }

  /// From now on, what is read is kept.
  mutating func beginRecording() { recording = [] }

  /// What was read since then.
  mutating func endRecording() -> [UInt8] {
    defer { recording = nil }
    return recording ?? []
  }
}
