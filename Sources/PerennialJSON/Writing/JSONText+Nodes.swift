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
