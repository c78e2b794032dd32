/// The text of a ``PresetMetadata`` while stamps are written to it.
///
/// Every edit of a preset uses this type, so it works on bytes. A property is found by the bytes `"name":[`,
/// which occur nowhere else: inside a JSON string a quotation mark has a backslash before it. The end, `"]`
/// or `}]`, indicates if there are stamps.
package struct PresetMetadataEncoder {
  private var bytes: [UInt8]

  /// Nil for damaged metadata: it stays as it is, so that the code that reads it reports the damage.
  init?(_ bytes: some Collection<UInt8>) {
    self.bytes = []
    // With memory for a key, two numbers and a short default.
    self.bytes.reserveCapacity(bytes.count + 96)
    self.bytes += bytes
    guard isPristine || isStamped else { return nil }
  }

  /// `true` if there are no stamps: the text ends with `"]`.
  private var isPristine: Bool { hasEnd(UInt8(ascii: "\"")) }
  /// `true` if there are stamps: the text ends with `}]`.
  private var isStamped: Bool { hasEnd(UInt8(ascii: "}")) }

  private func hasEnd(_ mark: UInt8) -> Bool {
    bytes.count > 1 && bytes[bytes.count - 1] == UInt8(ascii: "]")
      && bytes[bytes.count - 2] == mark
  }

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
    let name = JSONColumn.escaped(name)
    if isStamped, let start = end(of: "\"\(name)\":[") {
      return replace(at: start, time: time, device: device)
    }
    if isPristine {
      bytes.removeLast()
      bytes += ",{".utf8
    } else {
      bytes.removeLast(2)
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += name.utf8
    bytes += "\":[".utf8
    bytes.append(decimal: time)
    bytes.append(UInt8(ascii: ","))
    bytes.append(decimal: device)
    if let base = base() {
      bytes.append(UInt8(ascii: ","))
      bytes += base.utf8
    }
    bytes += "]}]".utf8
  }

  /// Replaces the stamp of a field that has one.
  ///
  /// - Parameter start: The offset of the stamp.
  private mutating func replace(at start: Int, time: Int64, device: Int64) {
    let parts = elements(from: start)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return }
    let former = Int64(String(decoding: bytes[first], as: UTF8.self)) ?? 0
    var cell: [UInt8] = []
    cell.append(decimal: max(time, former == .max ? former : former + 1))
    cell.append(UInt8(ascii: ","))
    cell.append(decimal: device)
    // A new edit follows the catalog's present value, which becomes the default.
    if parts.count > 3 { cell += [0x2C] + bytes[parts[3]] }
    let end = parts.count > 3 ? last.upperBound : parts[1].upperBound
    bytes.replaceSubrange(start..<end, with: cell)
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
