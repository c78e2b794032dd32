import Foundation

/// A piece of JSON: the value of an attribute that is stored as JSON and whose type is not known.
struct StoredJSON: Equatable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Returns `true` if both are the same JSON. The order of an object's members has no meaning.
  static func == (first: StoredJSON, second: StoredJSON) -> Bool {
    if first.text == second.text { return true }
    guard let tree = first.tree else { return false }
    return tree == second.tree
  }

  private var tree: JSONTree? { try? JSONColumn.decode(JSONTree.self, from: text) }
}

extension StoredJSON: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try JSONColumn.encode(JSONTree(from: decoder)))
  }

  func encode(to encoder: any Encoder) throws {
    try JSONColumn.decode(JSONTree.self, from: text).encode(to: encoder)
  }
}
