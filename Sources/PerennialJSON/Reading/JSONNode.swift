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

    package init(name: String, position: TextPosition, node: JSONNode) {
      (self.name, self.position, self.node) = (name, position, node)
    }
  }

  package let position: TextPosition
  package let value: Value

  package init(position: TextPosition, value: Value) {
    (self.position, self.value) = (position, value)
  }

  /// The greatest nesting depth. Deeper values are rejected, because reading a tree uses the stack.
  static let greatestDepth = 256
}
