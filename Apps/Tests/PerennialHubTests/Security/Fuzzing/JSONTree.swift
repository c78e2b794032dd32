import Foundation

/// JSON as a tree, with numbers and texts as they are written, so that a mutation can write what no encoder writes.
indirect enum JSONTree: Equatable {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case raw(String)

  static func == (first: JSONTree, second: JSONTree) -> Bool { first.text == second.text }

  /// Reads valid JSON.
  init(_ text: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    self.init(value)
  }

  private init(_ value: Any) {
    switch value {
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { ($0.key, JSONTree($0.value)) })
    case let array as [Any]: self = .array(array.map { JSONTree($0) })
    case let text as String: self = .raw(Self.quoted(text))
    case is NSNull: self = .raw("null")
    case let number as NSNumber where CFBoolean.isBoolean(number):
      self = .raw(number.boolValue ? "true" : "false")
    default: self = .raw("\(value)")
    }
  }

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    let data = try? JSONEncoder().encode(text)
    return String(decoding: data ?? Data("\"\"".utf8), as: UTF8.self)
  }

  /// The JSON.
  var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .raw(let text): text
    }
  }

  /// The number of values in the tree.
  var count: Int {
    switch self {
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .raw: 1
    }
  }

  /// Returns the tree with another value at a place, counted from the root.
  func replacing(_ place: Int, by change: (JSONTree) -> JSONTree) -> JSONTree {
    if place == 0 { return change(self) }
    var rest = place - 1
    switch self {
    case .object(var members):
      for index in members.indices {
        let count = members[index].value.count
        if rest < count {
          members[index].value = members[index].value.replacing(rest, by: change)
          break
        }
        rest -= count
      }
      return .object(members)
    case .array(var elements):
      for index in elements.indices {
        let count = elements[index].count
        if rest < count {
          elements[index] = elements[index].replacing(rest, by: change)
          break
        }
        rest -= count
      }
      return .array(elements)
    case .raw: return self
    }
  }

  /// Returns the value at a place.
  func value(at place: Int) -> JSONTree {
    var found = self
    _ = replacing(place) { value in
      found = value
      return value
    }
    return found
  }
}

private enum CFBoolean {
  /// Returns `true` for a truth value, which is a number, too.
  static func isBoolean(_ number: NSNumber) -> Bool {
    "\(number)" == "true" || "\(number)" == "false" || String(cString: number.objCType) == "c"
  }
}
