extension JSONReader {
  /// Reads a value with all its parts.
  ///
  /// Complexity: O(*n*) in the length of its text.
  ///
  /// - Throws: ``TextError`` with the position of the first error.
  package mutating func node() throws -> JSONNode { try node(depth: 0) }

  private mutating func node(depth: Int) throws -> JSONNode {
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
        switch literal {
        case "null": .null
        case "true": .bool(true)
        case "false": .bool(false)
        default: .number(literal)
        }
      return JSONNode(position: position, value: value)
    }
  }
}
