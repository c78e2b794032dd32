package import Foundation

/// A sequential reader of a document's bytes, which does not keep the whole document in memory.
package struct ByteReader {
  /// The name of the document in errors.
  package let name: String
  private let more: () throws -> Data?
  private var chunk: [UInt8] = []
  private var index = 0
  private var isAtEnd = false
  /// The position of the next byte.
  package private(set) var position = TextPosition()
  /// The bytes read since ``beginRecording()``; nil if nothing is recorded.
  private var recording: [UInt8]?

  /// Creates a reader.
  ///
  /// - Parameter more: A closure that returns the next bytes. At the end it returns nil or no bytes.
  package init(_ name: String, _ more: @escaping () throws -> Data?) {
    self.name = name
    self.more = more
  }

  /// Creates a reader of a text.
  package init(_ text: String) {
    name = ""
    more = { nil }
    chunk = Array(text.utf8)
  }

  /// Returns the next byte without consuming it.
  package mutating func peek() throws -> UInt8? {
    if index < chunk.count { return chunk[index] }
    if isAtEnd { return nil }
    guard let data = try more(), !data.isEmpty else {
      isAtEnd = true
      return nil
    }
    let isFirst = chunk.isEmpty
    chunk = Array(data)
    // Some editors and spreadsheets begin a file with a byte order mark.
    index = isFirst && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return try peek()
  }

  /// Consumes the byte that ``peek()`` returned.
  package mutating func advance() {
    let byte = chunk[index]
    index += 1
    position.advance(byte)
    recording?.append(byte)
  }

  /// Returns the next byte and consumes it; nil at the end.
  package mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    advance()
    return byte
  }

  /// Begins to record the bytes that are read.
  mutating func beginRecording() { recording = [] }

  /// Ends the recording, and returns the recorded bytes.
  mutating func endRecording() -> [UInt8] {
    defer { recording = nil }
    return recording ?? []
  }
}
