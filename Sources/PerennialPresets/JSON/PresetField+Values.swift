import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

/// The reason why a value of a catalog file does not fit a property, with a hint at a fitting one.
struct PresetValueIssue: Error {
  let position: TextPosition
  let reason: String
}

extension PresetField {
  /// Returns the column value of an attribute for a value in a file.
  ///
  /// - Throws: ``PresetValueIssue``.
  func column(_ node: JSONNode, _ form: StoredForm) throws -> SQLValue {
    if case .null = node.value {
      if property.isOptional { return .null }
      throw issue(node, "null is not allowed: the property is not optional")
    }
    let value = try plainColumn(node, form)
    if let choices, !choices.contains(value) { throw issue(node, among: choices) }
    guard property.isExternal else { return value }
    switch value {
    case .blob(let data): return .blob(ExternalColumn.inlined(data))
    case .text(let text): return .blob(ExternalColumn.inlined(Data(text.utf8)))
    default: return value
    }
  }

  private func plainColumn(_ node: JSONNode, _ form: StoredForm) throws -> SQLValue {
    switch form {
    case .bool:
      guard case .bool(let bool) = node.value else { throw issue(node, wanted: "true or false") }
      return .integer(bool ? 1 : 0)
    case .double, .float: return try real(node, form)
    case .date:
      guard case .string(let text) = node.value, let seconds = DateText.seconds(text) else {
        throw issue(node, wanted: "a date in ISO 8601, such as \"2026-01-31T18:30:00Z\"")
      }
      return .real(seconds)
    case .text: return .text(try string(node, "a text").storedForm)
    case .url:
      let text = try string(node, "a URL in a text")
      guard URL(string: text) != nil else { throw issue(node, wanted: "a URL") }
      return .text(text)
    case .data:
      guard let data = Data(base64Encoded: try string(node, "data in Base64")) else {
        throw issue(node, wanted: "data in Base64")
      }
      return .blob(data)
    case .uuid:
      guard let uuid = UUID(uuidString: try string(node, "a UUID in a text")) else {
        throw issue(node, wanted: "a UUID, such as \"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\"")
      }
      return uuid._sqlValue.value
    case .decimal: return try decimal(node)
    case .json: return .text(try json(node))
    default: return .integer(try integer(node, form))
    }
  }

  // MARK: Forms

  private func string(_ node: JSONNode, _ wanted: String) throws -> String {
    guard case .string(let text) = node.value else { throw issue(node, wanted: wanted) }
    return text
  }

  private func integer(_ node: JSONNode, _ form: StoredForm) throws -> Int64 {
    let (least, greatest) = form.bounds
    func issue() -> PresetValueIssue {
      self.issue(node, wanted: "a whole number from \(least) to \(greatest)")
    }
    guard case .number(let digits) = node.value else { throw issue() }
    if form == .uint64 {
      let number = UInt64(digits) ?? WholeNumber.digits(of: digits).flatMap { UInt64($0) }
      guard let number else { throw issue() }
      return Int64(bitPattern: number)
    }
    let number = Int64(digits) ?? WholeNumber.digits(of: digits).flatMap { Int64($0) }
    guard let number, least <= number, number < 0 || UInt64(number) <= greatest else {
      throw issue()
    }
    return number
  }

  private func real(_ node: JSONNode, _ form: StoredForm) throws -> SQLValue {
    func issue() -> PresetValueIssue {
      let greatest = form == .float ? "\(Float.greatestFiniteMagnitude)" : "1.8e308"
      return self.issue(node, wanted: "a number up to \(greatest)")
    }
    switch node.value {
    case .number(let digits):
      let number = form == .float ? Float(digits).map(Double.init) : Double(digits)
      guard let number, number.isFinite else { throw issue() }
      return .real(number)
    case .string("Infinity"): return .real(.infinity)
    case .string("-Infinity"): return .real(-.infinity)
    case .string("NaN"):
      // SQLite has no NaN. In the column of an optional, NULL stands for nil.
      if property.isOptional {
        throw self.issue(node, "an optional number cannot be NaN; write null")
      }
      return .null
    default: throw issue()
    }
  }

  private func decimal(_ node: JSONNode) throws -> SQLValue {
    let text: String
    switch node.value {
    case .string("NaN"): return .blob(Data(OrderedDecimal.encode(.nan)))
    case .number(let digits), .string(let digits): text = digits
    default: throw issue(node, wanted: "a decimal number")
    }
    guard JSONNode.isNumber(text) else { throw issue(node, wanted: "a decimal number") }
    let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    let significant = WholeNumber.significantDigits(of: text)
    guard significant <= 38, let number, !number.isNaN, number.isZero == (significant == 0) else {
      throw issue(node, wanted: "a decimal number of at most 38 digits, between 1e-128 and 1e165")
    }
    return .blob(Data(OrderedDecimal.encode(number)))
  }

  private func json(_ node: JSONNode) throws -> String {
    if let twice = node.repeatedName {
      throw PresetValueIssue(
        position: twice.position, reason: "“\(twice.name)” appears twice; leave one out")
    }
    return node.text
  }

  // MARK: Errors

  private func issue(_ node: JSONNode, wanted: String) -> PresetValueIssue {
    issue(node, "\(node.phrase) is not of type \(typeName); write \(wanted)")
  }

  private func issue(_ node: JSONNode, _ reason: String) -> PresetValueIssue {
    PresetValueIssue(position: node.position, reason: reason)
  }

  private func issue(_ node: JSONNode, among choices: [SQLValue]) -> PresetValueIssue {
    if case .string(let text) = node.value,
      let near = nearestName(
        to: text,
        among: choices.compactMap { if case .text(let text) = $0 { text } else { nil } })
    {
      return issue(node, "\(node.phrase) is not of type \(typeName); did you mean “\(near)”?")
    }
    let some = choices.prefix(12).map(\.text).joined(separator: ", ")
    let rest = choices.count > 12 ? ", …" : ""
    return issue(node, "\(node.phrase) is not of type \(typeName); write one of \(some)\(rest)")
  }
}

extension StoredForm {
  /// The least and the greatest integer of the form.
  var bounds: (least: Int64, greatest: UInt64) {
    if self == .uint64 { return (0, .max) }
    let range = integers ?? .min ... .max
    return (range.lowerBound, UInt64(range.upperBound))
  }
}

extension JSONNode {
  /// Returns `true` if a text is a number in JSON syntax.
  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first)
    else { return false }
    return JSONReader.isValue(text)
  }

  /// A member whose name occurs twice in an object of the value; nil if there is none.
  var repeatedName: Member? {
    switch value {
    case .array(let elements): return elements.lazy.compactMap(\.repeatedName).first
    case .object(let members):
      var seen: Set<String> = []
      for member in members {
        if !seen.insert(member.name).inserted { return member }
        if let twice = member.node.repeatedName { return twice }
      }
      return nil
    default: return nil
    }
  }
}
