import PerennialJSON

extension JSONText {
  /// Appends a value.
  mutating func add(_ value: PlainValue) {
    switch value {
    case .null: add("null")
    case .bool(let bool): add(bool ? "true" : "false")
    case .number(let text), .json(let text): add(text)
    case .string(let text): add(quoted: text)
    case .stored(let stored):
      let (name, text) = stored.tagged
      add("{\"$\(name)\":")
      add(quoted: text)
      add("}")
    }
  }

  /// Appends an object.
  mutating func add(_ members: [(name: String, value: PlainValue)]) {
    add("{")
    for member in members {
      addComma()
      add(name: member.name)
      add(member.value)
    }
    add("}")
  }
}
