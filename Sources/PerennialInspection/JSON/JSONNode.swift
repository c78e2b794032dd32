/// A JSON value with its position in the document.
///
/// Numbers are kept as their digits, so that no precision is lost.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object. If two members have the same name, both are kept.
  package struct Member: Sendable {
    package let name: String
    /// The position at which the name begins.
    package let position: TextPosition
    package let node: JSONNode
  }

  package let position: TextPosition
  package let value: Value

  /// The greatest nesting depth. Deeper values are rejected, because reading a tree uses the stack.
  static let greatestDepth = 256
}

extension JSONReader {
  /// Reads a value with all its parts.
  ///
  /// Complexity: O(*n*) in the length of its text.
  ///
  /// - Throws: ``DocumentError`` with the line and the column of the first error.
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

extension JSONNode {
  /// The node as JSON.
  package var text: String {
    var text = JSONText()
    text.add(self)
    return text.text
  }
}

extension JSONText {
  /// Appends a value with all its parts, without white space.
  package mutating func add(_ node: JSONNode) {
    switch node.value {
    case .null: add("null")
    case .bool(let bool): add(bool ? "true" : "false")
    case .number(let digits): add(digits)
    case .string(let text): add(quoted: text)
    case .array(let elements):
      add("[")
      for element in elements {
        addComma()
        add(element)
      }
      add("]")
    case .object(let members):
      add("{")
      for member in members {
        addComma()
        add(name: member.name)
        add(member.node)
      }
      add("}")
    }
  }
}
