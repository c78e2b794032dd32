/// A collection without an order, encoded as a JSON array.
///
/// The order of its elements differs between processes. The JSON is sorted, so that equal values have
/// equal texts.
protocol UnorderedJSON {
  /// The number of consecutive array elements that belong together.
  static var stride: Int { get }
}

extension Set: UnorderedJSON {
  static var stride: Int { 1 }
}

/// A dictionary with keys other than strings and integers is encoded as an array of alternating keys
/// and values.
extension Dictionary: UnorderedJSON {
  static var stride: Int { 2 }
}

extension Optional: UnorderedJSON where Wrapped: UnorderedJSON {
  static var stride: Int { Wrapped.stride }
}

extension JSONColumn {
  /// Returns a JSON array with its elements sorted by their text; any other JSON unchanged.
  ///
  /// - Parameters:
  ///   - json: Well-formed JSON without spaces between its parts.
  ///   - stride: The number of consecutive elements that belong together.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  static func sorted(_ json: String, by stride: Int) -> String {
    let bytes = Array(json.utf8)
    guard bytes.first == UInt8(ascii: "["), bytes.count > 2 else { return json }
    var members: [ArraySlice<UInt8>] = []
    var (start, depth, count, isInText, isEscaped) = (1, 0, 0, false, false)
    for index in 1..<bytes.count {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]") where depth == 0: members.append(bytes[start..<index])
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          count += 1
          if count.isMultiple(of: stride) {
            members.append(bytes[start..<index])
            start = index + 1
          }
        default: break
        }
      }
    }
    members.sort { $0.lexicographicallyPrecedes($1) }
    let contents = Array(members.joined(separator: [UInt8(ascii: ",")]))
    return "[" + String(decoding: contents, as: UTF8.self) + "]"
  }
}
