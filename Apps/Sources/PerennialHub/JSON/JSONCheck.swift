import NIOCore
import PerennialRecords

/// The check of a body before it is decoded: UTF-8, and a bounded depth.
enum JSONCheck {
  /// The greatest depth of arrays and objects. The deepest request of the protocol has ten.
  static let depth = 32

  /// - Throws: `HubError/Code/badRequest`.
  static func check(_ body: ByteBuffer) throws(HubError) {
    let isText = body.readableBytesView.withContiguousStorageIfAvailable { bytes in
      String(validating: bytes, as: UTF8.self) != nil
    }
    guard isText == true else {
      throw HubError(.badRequest, "The body isn't UTF-8. Send JSON in UTF-8.")
    }
    guard depth(of: body.readableBytesView) <= depth else {
      throw HubError(.badRequest, "The JSON has more than \(depth) levels of arrays and objects.")
    }
  }

  private static func depth(of bytes: ByteBufferView) -> Int {
    var (level, deepest) = (0, 0)
    var (isInText, isEscaped) = (false, false)
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        level += 1
        deepest = max(deepest, level)
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        level -= 1
      }
    }
    return deepest
  }
}
