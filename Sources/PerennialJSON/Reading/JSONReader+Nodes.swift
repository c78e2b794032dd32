extension JSONReader {
  /// Reads a value with all its parts.
  ///
  /// Complexity: O(*n*) in the length of its text.
  ///
  /// - Parameter depth: The number of objects and arrays around the value, which count towards the greatest depth.
  /// - Throws: ``TextError`` with the position of the first error.
  package mutating func node(depth: Int = 0) throws -> JSONNode {
    guard let (position, mark) = try nextValue() else {
      throw failure("the document ends too early: a value was expected")
    }
    guard depth < JSONNode.greatestDepth else {
      throw failure("values are nested deeper than \(JSONNode.greatestDepth) levels")
    }
    switch mark {
    case UInt8(ascii: "{"):
      var members: [JSONNode.Member] = []
      try object { reader, name in
        let position = reader.namePosition
        members.append(
          .init(name: name, position: position, node: try reader.node(depth: depth + 1)))
      }
      return JSONNode(position: position, value: .object(members))
    case UInt8(ascii: "["):
      var elements: [JSONNode] = []
      try array { elements.append(try $0.node(depth: depth + 1)) }
      return JSONNode(position: position, value: .array(elements))
    case UInt8(ascii: "\""):
      return JSONNode(position: position, value: .string(try string()))
    default:
      let literal = try verbatim()
      let value: JSONNode.Value =
        switch mark {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"): .bool(true)
        case UInt8(ascii: "f"): .bool(false)
        default: .number(literal)
        }
      return JSONNode(position: position, value: value)
    }
  }
}
