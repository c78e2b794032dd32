/// The type of a transformable attribute's values, as SwiftData has recorded it: `Array<String>`, for example.
///
/// Only the value types of Swift and Foundation are read, and collections of these.
struct SwiftTypeName {
  private static let values: Set<Substring> = [
    "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8",
    "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID",
  ]
  private static let classes: [Substring: String] = [
    "NSData": "Data", "NSDate": "Date", "NSDecimalNumber": "Decimal", "NSString": "String",
    "NSURL": "URL", "NSUUID": "UUID",
  ]

  /// The type as source text has it: `[String]`.
  let text: String
  /// The type as a program describes it: `Array<String>`.
  let description: String

  /// Reads the name of a type; nil if it is none of those above.
  init?(_ name: String) {
    var rest = name.filter { $0 != " " }[...]
    guard name.utf8.count < 1000, let type = Self.read(&rest, depth: 0), rest.isEmpty else {
      return nil
    }
    self = type
  }

  private init(text: String, description: String) {
    (self.text, self.description) = (text, description)
  }

  private init(_ name: String, arguments: [SwiftTypeName], text: String) {
    self.text = text
    let list = arguments.map(\.description).joined(separator: ", ")
    description = arguments.isEmpty ? name : "\(name)<\(list)>"
  }

  /// The type without a question mark, if it has one.
  var wrapped: SwiftTypeName? {
    guard text.hasSuffix("?"), description.hasPrefix("Optional<") else { return nil }
    return SwiftTypeName(
      text: String(text.dropLast()), description: String(description.dropFirst(9).dropLast()))
  }

  private static func read(_ rest: inout Substring, depth: Int) -> SwiftTypeName? {
    guard depth < 10, var type = readWithoutMark(&rest, depth: depth) else { return nil }
    while rest.first == "?" {
      rest.removeFirst()
      type = SwiftTypeName("Optional", arguments: [type], text: type.text + "?")
    }
    return type
  }

  private static func readWithoutMark(_ rest: inout Substring, depth: Int) -> SwiftTypeName? {
    if rest.first == "[" {
      rest.removeFirst()
      guard let first = read(&rest, depth: depth + 1) else { return nil }
      var arguments = [first]
      if rest.first == ":" {
        rest.removeFirst()
        guard let second = read(&rest, depth: depth + 1) else { return nil }
        arguments.append(second)
      }
      guard rest.popFirst() == "]" else { return nil }
      return collection(arguments.count == 1 ? "Array" : "Dictionary", of: arguments)
    }
    for module in ["Swift.", "Foundation."] where rest.hasPrefix(module) {
      rest = rest.dropFirst(module.count)
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber }
    rest = rest.dropFirst(name.count)
    guard rest.first == "<" else {
      let value = values.contains(name) ? String(name) : classes[name]
      return value.map { SwiftTypeName($0, arguments: [], text: $0) }
    }
    var arguments: [SwiftTypeName] = []
    repeat {
      rest.removeFirst()
      guard let argument = read(&rest, depth: depth + 1) else { return nil }
      arguments.append(argument)
    } while rest.first == ","
    guard rest.popFirst() == ">" else { return nil }
    return collection(String(name), of: arguments)
  }

  private static func collection(
    _ name: String, of arguments: [SwiftTypeName]
  ) -> SwiftTypeName? {
    let texts = arguments.map(\.text)
    let text: String
    switch (name, arguments.count) {
    case ("Array", 1): text = "[\(texts[0])]"
    case ("Set", 1): text = "Set<\(texts[0])>"
    case ("Optional", 1): text = "\(texts[0])?"
    case ("Dictionary", 2): text = "[\(texts[0]): \(texts[1])]"
    default: return nil
    }
    return SwiftTypeName(name, arguments: arguments, text: text)
  }
}
