/// A collection whose order is no part of its value, and whose JSON is an array all the same.
///
/// The order in which it gives its elements is another one in each process. To keep equal values equal
/// texts, their JSON is sorted.
protocol UnorderedJSON {
  /// How many elements of the array belong together.
  static var stride: Int { get }
}

extension Set: UnorderedJSON {
  static var stride: Int { 1 }
}

/// With keys other than strings and integers it is an array of keys and values in turn.
extension Dictionary: UnorderedJSON {
  static var stride: Int { 2 }
}

extension Optional: UnorderedJSON where Wrapped: UnorderedJSON {
  static var stride: Int { Wrapped.stride }
}

extension JSONColumn {
  /// The same array with its elements sorted by their text; anything else as it is.
  ///
  /// - Parameters:
  ///   - json: Well-formed, and without spaces between its parts.
  ///   - stride: How many elements belong together.
  /// - Complexity: O(*n* log *n*) in its length.
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
