/// The colours a tag can have, named after what lies on the kitchen table.
public enum TagColor: String, Codable, CaseIterable, Sendable {
  case basil
  case cobalt
  case cocoa
  case olive
  case plum
  case rose
  case saffron
  case slate
  case teal
  case tomato

  /// The colour of a tag that a cook invents: the same name always gets the same colour.
  static func forNewTag(named name: String) -> TagColor {
    let sum = name.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
    return allCases[sum % allCases.count]
  }
}
