import Foundation
import RandomTesting

/// Changes of valid inputs: of values in JSON, of texts, and of bytes.
struct Mutator {
  var generator: SeededGenerator

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(elements.count)]
  }

  /// Values that decoders like to mistake.
  static let values = [
    "null", "true", "false", "0", "-0", "1", "-1", "0.1", "1e400", "-1e-400", "1E5", "01", "+1",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "NaN", "Infinity", "\"\"", "\"x\"", "\"\\u0000\"", "\"\\ud800\"",
    "\"e\u{301}\"", "\"\u{E9}\"", "\"-\"", "\"1-2-3\"", "\"o.0000000000000001\"", "\"p.1\"",
    "\"018bcfe568000000-00000000000004d2\"", "\"ffffffffffffffff-ffffffffffffffff\"",
    "\"7fffffffffffffff-7fffffffffffffff\"", "\"0000000000000000-0000000000000000\"",
    "[]", "{}", "[[]]", "[null]", "{\"\":null}", "{\"real\":\"1\"}", "{\"real\":\"nan\"}",
    "{\"blob\":\"====\"}", "{\"asset\":[\"x\",-1]}", "{\"record\":\"\"}", "{\"sealed\":\"q80=\"}",
  ]
  static let names = [
    "records", "token", "name", "type", "created", "state", "fields", "counters", "life", "reset",
    "resets", "links", "edition", "copies", "redirect", "code", "role", "later", "",
    "é", "e\u{301}",
  ]

  /// Returns a changed JSON value.
  mutating func json(_ seed: JSONTree, others: [JSONTree]) -> [UInt8] {
    var tree = seed
    for _ in 0...number(3) {
      let (place, kind, name) = (number(tree.count), number(8), element(of: Self.names))
      let value = JSONTree.raw(element(of: Self.values))
      let other = element(of: others)
      let part = other.value(at: number(other.count))
      let index = number(8)
      let depth = number(12) == 0 ? 40 : number(4)
      tree = tree.replacing(place) { old in
        switch (kind, old) {
        case (0, _), (1, .raw): return value
        case (2, _): return part
        case (3, .object(var members)) where !members.isEmpty:
          members.remove(at: index % members.count)
          return .object(members)
        case (4, .object(var members)) where !members.isEmpty:
          members.append(members[index % members.count])
          return .object(members)
        case (5, .object(var members)) where !members.isEmpty:
          members[index % members.count].name = name
          return .object(members)
        case (3, .array(let elements)): return .array(Array(elements.dropLast()))
        case (4, .array(let elements)), (5, .array(let elements)):
          return .array(elements + elements.prefix(2))
        case (6, _): return (0..<depth).reduce(old) { nested, _ in .array([nested]) }
        default: return .object([(name, old)])
        }
      }
      // Trees that double again and again would only cost time.
      if tree.count > 400 { break }
    }
    let bytes = Array(tree.text.utf8)
    return number(4) == 0 ? self.bytes(bytes) : bytes
  }

  /// Returns changed bytes.
  mutating func bytes(_ seed: [UInt8]) -> [UInt8] {
    var bytes = seed
    for _ in 0...number(3) {
      if bytes.isEmpty { return [UInt8(number(256))] }
      let place = number(bytes.count)
      switch number(6) {
      case 0: bytes[place] ^= 1 << UInt8(number(8))
      case 1: bytes[place] = UInt8(number(256))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(element(of: Array("\"\\{}[],:-.0 \n\u{0}%/é".utf8)), at: place)
      case 4: bytes.removeSubrange(place..<min(place + number(9), bytes.count))
      default:
        let part = bytes[place..<min(place + number(9), bytes.count)]
        bytes.insert(contentsOf: part, at: number(bytes.count))
      }
    }
    return bytes
  }

  /// Returns a changed text.
  mutating func text(_ seeds: [String]) -> String {
    String(decoding: bytes(Array(element(of: seeds).utf8)), as: UTF8.self)
  }
}
