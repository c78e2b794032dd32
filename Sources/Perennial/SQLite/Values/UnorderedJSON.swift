/// A collection without an order, encoded as a JSON array.
///
/// The order of its elements differs between processes. They are encoded in the order of their JSON, so that equal
/// values have equal texts.
protocol UnorderedJSON {
  /// The number of consecutive array elements that belong together.
  static var stride: Int { get }

  /// `true` if the elements are encoded in the same way in each process.
  static var hasOrderedElements: Bool { get }

  /// Encodes the elements in the order of their JSON.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the JSON, for each level of collections in collections.
  func encodeInOrder(to encoder: any Encoder) throws
}

extension Set: UnorderedJSON where Element: Encodable {
  static var stride: Int { 1 }
  static var hasOrderedElements: Bool { OrderedJSON<Element>.isOrderedAlready }

  func encodeInOrder(to encoder: any Encoder) throws {
    let elements = map { OrderedJSON($0) }
    var array = encoder.unkeyedContainer()
    for index in try JSONColumn.order(of: elements, by: Self.stride) {
      try array.encode(elements[index])
    }
  }
}

/// A dictionary with keys other than strings and integers is encoded as an array of alternating keys
/// and values.
extension Dictionary: UnorderedJSON where Key: Encodable, Value: Encodable {
  static var stride: Int { 2 }

  static var hasOrderedElements: Bool {
    OrderedJSON<Key>.isOrderedAlready && OrderedJSON<Value>.isOrderedAlready
  }

  func encodeInOrder(to encoder: any Encoder) throws {
    // An object. The encoder sorts its keys.
    if Key.self is any CodingKeyRepresentable.Type {
      return try encode(to: OrderedEncoder(encoder))
    }
    let elements = flatMap { [AnyOrderedJSON($0.key), AnyOrderedJSON($0.value)] }
    var array = encoder.unkeyedContainer()
    for index in try JSONColumn.order(of: elements, by: Self.stride) {
      try array.encode(elements[2 * index])
      try array.encode(elements[2 * index + 1])
    }
  }
}

extension JSONColumn {
  /// Returns a JSON array with its elements sorted by their text.
  ///
  /// - Parameters:
  ///   - json: A JSON array without spaces between its parts.
  ///   - stride: The number of consecutive elements that belong together.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  static func sorted(_ json: String, by stride: Int) -> String {
    let members = members(ofArray: Array(json.utf8), by: stride)
      .sorted { $0.lexicographicallyPrecedes($1) }
    let contents = Array(members.joined(separator: [UInt8(ascii: ",")]))
    return "[" + String(decoding: contents, as: UTF8.self) + "]"
  }

  /// Returns the order of an array's elements by their JSON.
  ///
  /// - Parameter stride: The number of consecutive elements that belong together.
  /// - Returns: The indices of the elements; those of the groups if elements belong together.
  static func order(of elements: some Encodable, by stride: Int) throws -> [Int] {
    let members = members(ofArray: Array(try json(elements).utf8), by: stride)
    return members.indices.sorted { members[$0].lexicographicallyPrecedes(members[$1]) }
  }

  /// Returns the texts of the elements of a JSON array, without the commas between them.
  ///
  /// - Parameters:
  ///   - bytes: Well-formed JSON without spaces between its parts.
  ///   - stride: The number of consecutive elements that belong together.
  /// - Complexity: O(*n*) in the length of the text.
  private static func members(ofArray bytes: [UInt8], by stride: Int) -> [ArraySlice<UInt8>] {
    // “[]” has no element.
    if bytes.count <= 2 { return [] }
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
    return members
  }
}
