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
  /// The index of the first recorded byte in the present chunk; nil if nothing is recorded.
  private var firstRecorded: Int?
  /// The recorded bytes of earlier chunks.
  private var recorded: [UInt8] = []

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
  @inline(__always)
  package mutating func peek() throws -> UInt8? {
    if index < chunk.count { return chunk[index] }
    return try first()
  }

  /// Reads the next chunk, and returns its first byte; nil at the end.
  @inline(never)
  private mutating func first() throws -> UInt8? {
    if isAtEnd { return nil }
    guard let data = try more(), !data.isEmpty else {
      isAtEnd = true
      return nil
    }
    let isFirst = chunk.isEmpty
    if let first = firstRecorded { recorded += chunk[first...] }
    chunk = Array(data)
    // Some editors and spreadsheets begin a file with a byte order mark.
    index = isFirst && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if firstRecorded != nil { firstRecorded = index }
    return try peek()
  }

  /// Consumes the byte that ``peek()`` returned.
  @inline(__always)
  package mutating func advance() {
    let byte = chunk[index]
    index += 1
    position.advance(byte)
  }

  /// Consumes and returns the bytes of the present chunk up to the first one that does not belong to them. The next
  /// chunk may have more of them.
  ///
  /// - Parameter isPart: Returns `true` for a byte that belongs to them. A line break must not.
  @inline(__always)
  mutating func take(while isPart: (UInt8) -> Bool) -> ByteRun {
    var (end, columns, all): (Int, Int, UInt8) = (index, 0, 0)
    chunk.withUnsafeBufferPointer { chunk in
      while end < chunk.count, isPart(chunk[end]) {
        columns += chunk[end] & 0xC0 == 0x80 ? 0 : 1
        all |= chunk[end]
        end += 1
      }
    }
    defer { index = end }
    position.advance(columns: columns)
    return ByteRun(bytes: chunk[index..<end], isASCII: all < 0x80)
  }

  /// Returns the next byte and consumes it; nil at the end.
  @inline(__always)
  package mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    advance()
    return byte
  }

  /// Begins to record the bytes that are read.
  mutating func beginRecording() { (firstRecorded, recorded) = (index, []) }

  /// Ends the recording, and returns the recorded text. The bytes must be UTF-8.
  mutating func endRecording() -> String {
    guard let first = firstRecorded else { return "" }
    firstRecorded = nil
    if recorded.isEmpty {
      return chunk.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[first..<index]), as: UTF8.self)
      }
    }
    return String(decoding: recorded + chunk[first..<index], as: UTF8.self)
  }
}
