import Foundation
import PerennialJSON

/// A validator of JSON Schema, as far as the schemas of catalog files go: what is no word of it that it
/// knows is an error.
struct SchemaValidator {
  struct UnknownWord: Error { let word: String }

  private let root: JSONNode

  init(_ schema: String) throws { root = try Self.parse(schema) }

  func accepts(_ document: String) throws -> Bool {
    try accepts(try Self.parse(document), root)
  }

  private static func parse(_ text: String) throws -> JSONNode {
    var rest: Data? = Data(text.utf8)
    var reader = JSONReader(
      ByteReader("") {
        defer { rest = nil }
        return rest
      })
    let node = try reader.node()
    try reader.end()
    return node
  }

  private func accepts(_ value: JSONNode, _ schema: JSONNode) throws -> Bool {
    if case .bool(let bool) = schema.value { return bool }
    for word in schema.members where try !accepts(value, word, of: schema) { return false }
    return true
  }

  private func accepts(
    _ value: JSONNode, _ word: JSONNode.Member, of schema: JSONNode
  ) throws -> Bool {
    let argument = word.node
    switch word.name {
    case "$schema", "$defs", "title", "description", "default", "format", "contentEncoding":
      return true
    case "$ref": return try accepts(value, definition(argument.text ?? ""))
    case "type":
      let types = argument.elements.isEmpty ? [argument] : argument.elements
      return types.contains { value.isOf($0.text ?? "") }
    case "enum": return argument.elements.contains { $0.canonical == value.canonical }
    case "anyOf": return try argument.elements.contains { try accepts(value, $0) }
    case "minimum": return value.number.map { $0 >= argument.number ?? 0 } ?? true
    case "maximum": return value.number.map { $0 <= argument.number ?? 0 } ?? true
    case "minLength":
      return value.text.map { $0.unicodeScalars.count >= Int(argument.digits ?? "") ?? 0 } ?? true
    case "pattern":
      let pattern = try Regex(argument.text ?? "")
      return try value.text.map { try pattern.firstMatch(in: $0) != nil } ?? true
    case "items": return try value.elements.allSatisfy { try accepts($0, argument) }
    case "uniqueItems":
      return Set(value.elements.map(\.canonical)).count == value.elements.count
    case "required":
      guard case .object = value.value else { return true }
      return argument.elements.allSatisfy { name in value.members.contains { $0.name == name.text }
      }
    case "properties":
      return try value.members.allSatisfy { member in
        try argument[member.name].map { try accepts(member.node, $0) } ?? true
      }
    case "additionalProperties":
      let known = schema["properties"]
      return try value.members.allSatisfy { member in
        try known?[member.name] != nil || accepts(member.node, argument)
      }
    default: throw UnknownWord(word: word.name)
    }
  }

  private func definition(_ path: String) throws -> JSONNode {
    let name = String(path.dropFirst("#/$defs/".count))
    guard path.hasPrefix("#/$defs/"), let found = root["$defs"]?[name] else {
      throw UnknownWord(word: path)
    }
    return found
  }
}

extension JSONNode {
  fileprivate var members: [Member] { if case .object(let members) = value { members } else { [] } }
  fileprivate var elements: [JSONNode] { if case .array(let list) = value { list } else { [] } }
  fileprivate var text: String? { if case .string(let text) = value { text } else { nil } }
  fileprivate var digits: String? { if case .number(let digits) = value { digits } else { nil } }

  fileprivate subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.node }

  fileprivate var number: Double? { digits.flatMap(Double.init) }

  /// The value without white space: enough to tell what schemas and tests have apart.
  fileprivate var canonical: String {
    var text = JSONText()
    text.add(self)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  fileprivate func isOf(_ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"),
      (.object, "object"), (.number, "number"):
      true
    case (.number(let digits), "integer"): Double(digits).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}
