/// The text of a ``PresetMetadata`` while stamps are written to it.
///
/// Every edit of a preset uses this type, so it works on bytes. A property is found by the bytes `"name":[`,
/// which occur nowhere else: inside a JSON string a quotation mark has a backslash before it. The end, `"]`
/// or `}]`, indicates if there are stamps.
package struct PresetMetadataEncoder {
  private var bytes: [UInt8]

  /// Nil for damaged metadata: it stays as it is, so that the code that reads it reports the damage.
  init?(_ bytes: some Collection<UInt8>) {
    let end = bytes.suffix(2)
    guard end.elementsEqual(Self.pristineEnd) || end.elementsEqual(Self.stampedEnd) else {
      return nil
    }
    self.bytes = Array(bytes)
  }

  private static let pristineEnd = Array("\"]".utf8)
  private static let stampedEnd = Array("}]".utf8)

  var finished: String { String(decoding: bytes, as: UTF8.self) }

  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer(body)
  }

  /// Notes that a field was written.
  ///
  /// - Parameters:
  ///   - time: The stamp's time. If the present stamp has the same time or a later one, the new stamp is the
  ///     least later time.
  ///   - device: The stamp's device.
  ///   - base: The default as JSON. The closure is called if the field has no stamp yet.
  mutating func append(
    _ name: String, time: Int64, device: Int64, base: () -> String?
  ) {
    let key = "\"\(JSONColumn.escaped(name))\":["
    let isPristine = bytes.suffix(2).elementsEqual(Self.pristineEnd)
    if !isPristine, let start = end(of: key) {
      let parts = elements(from: start)
      guard parts.count > 1, let first = parts.first, let last = parts.last else { return }
      let former = Int64(String(decoding: bytes[first], as: UTF8.self)) ?? 0
      var cell = Array("\(max(time, former == .max ? former : former + 1)),\(device)".utf8)
      // A new edit follows the catalog's present value, which becomes the default.
      if parts.count > 3 { cell += [0x2C] + bytes[parts[3]] }
      let end = parts.count > 3 ? last.upperBound : parts[1].upperBound
      bytes.replaceSubrange(start..<end, with: cell)
      return
    }
    // The key, two numbers and a short default.
    bytes.reserveCapacity(bytes.count + key.utf8.count + 64)
    if isPristine {
      bytes.removeLast()
      bytes += [UInt8(ascii: ","), UInt8(ascii: "{")]
    } else {
      bytes.removeLast(2)
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    }
    bytes += key.utf8
    bytes += String(time).utf8
    bytes.append(UInt8(ascii: ","))
    bytes += String(device).utf8
    if let base = base() {
      bytes.append(UInt8(ascii: ","))
      bytes += base.utf8
    }
    bytes += "]}]".utf8
  }

  /// Returns the offset after the first occurrence of a key.
  private func end(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { key in
      bytes.withUnsafeBufferPointer { bytes in
        SQLTextValue(bytes).firstOffset(of: SQLTextValue(key)).map { $0 + key.count }
      }
    }
  }

  /// Returns the byte ranges of the elements of the list that begins at an offset.
  private func elements(from start: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (first, isInText, isEscaped) = (start, false, false)
    for index in start..<bytes.count {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isInText = false }
      } else if byte == 0x22 {
        isInText = true
      } else if byte == 0x2C || byte == 0x5D {
        found.append(first..<index)
        if byte == 0x5D { break }
        first = index + 1
      }
    }
    return found
  }

  // MARK: Values

  package static func json(_ value: SQLValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let integer): String(integer)
    case .real(let real): "{\"real\":\"\(real)\"}"
    case .text(let text): "\"\(JSONColumn.escaped(text))\""
    case .blob(let data):
      "{\"blob\":\"\(data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())\"}"
    }
  }
}
