/// Consecutive bytes of a document.
struct ByteRun {
  let bytes: ArraySlice<UInt8>
  let isASCII: Bool

  /// The text in UTF-8; nil if the bytes are none.
  var text: String? {
    // Bytes that need no validation become a string without generic code.
    if isASCII { return bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    return String(validating: bytes, as: UTF8.self)
  }
}
