import Foundation
import PerennialJSON

extension AppleValue {
  /// The value as JSON, in the form that documents of Perennial use where they have one.
  ///
  /// A date is a text such as `2026-01-31T23:59:59.25Z`, or else the number of seconds since 2001. Data is Base64, and a
  /// decimal number a text. Integers beyond 2⁵³ are texts. A reference is the key of the object, as a text. An object of
  /// an archive has its class as `$class`, and a value that does not fit its attribute is an object with `$invalid`.
  ///
  /// ```swift
  /// print(AppleValue.array([.integer(1), .text("two")]).json)
  /// ```
  public var json: String {
    var text = JSONText()
    text.add(self)
    return text.text
  }
}

extension JSONText {
  /// Appends a value.
  mutating func add(_ value: AppleValue) {
    switch value {
    case .null: add("null")
    case .bool(let bool): add(bool ? "true" : "false")
    case .integer(let integer): add(integer.magnitude, isNegative: integer < 0)
    case .unsigned(let integer): add(integer, isNegative: false)
    case .real(let real): add(real)
    case .decimal(let decimal): add(quoted: "\(decimal)")
    case .text(let text), .url(let text): add(quoted: text)
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      if let text = DateText.text(seconds) { add(quoted: text) } else { add(seconds) }
    case .data(let data): add(quoted: data.base64EncodedString())
    case .uuid(let uuid): add(quoted: uuid.uuidString)
    case .array(let values), .set(let values): add(values)
    case .dictionary(let entries): add(entries)
    case .object(let object):
      add(object.fields, head: AppleValue.Field(name: "$class", value: .text(object.className)))
    case .composite(let fields): add(fields)
    case .reference(let reference): add(quoted: "\(reference.key)")
    case .cycle(let className):
      add([], head: AppleValue.Field(name: "$cycle", value: .text(className)))
    case .invalid(let invalid):
      add(
        [AppleValue.Field(name: "reason", value: .text(invalid.reason))],
        head: AppleValue.Field(name: "$invalid", value: .text(invalid.stored)))
    }
  }

  /// Appends an object with a member for each field.
  mutating func add(_ fields: [AppleValue.Field], head: AppleValue.Field? = nil) {
    add("{")
    for field in (head.map { [$0] } ?? []) + fields {
      addComma()
      add(name: field.name)
      add(field.value)
    }
    add("}")
  }

  private mutating func add(_ values: [AppleValue]) {
    add("[")
    for value in values {
      addComma()
      add(value)
    }
    add("]")
  }

  /// Appends an object, or a list of pairs if a key is not a text.
  private mutating func add(_ entries: [AppleValue.Entry]) {
    let fields = entries.compactMap { entry -> AppleValue.Field? in
      guard case .text(let name) = entry.key else { return nil }
      return AppleValue.Field(name: name, value: entry.value)
    }
    if fields.count == entries.count { return add(fields) }
    add(entries.map { AppleValue.array([$0.key, $0.value]) })
  }

  /// Appends an integer: as a text if many programs would round the number.
  private mutating func add(_ magnitude: UInt64, isNegative: Bool) {
    let digits = (isNegative ? "-" : "") + "\(magnitude)"
    if magnitude < 1 << 53 { add(digits) } else { add(quoted: digits) }
  }

  private mutating func add(_ real: Double) {
    if real.isFinite { return add("\(real)") }
    add(quoted: real.isNaN ? "NaN" : real < 0 ? "-Infinity" : "Infinity")
  }
}

extension AppleValue: CustomStringConvertible {
  /// The value for people, on one line if its texts are: data as the number of its bytes, references with their entity.
  public var description: String {
    switch self {
    case .null: "nil"
    case .text(let text), .url(let text): text
    case .date(let date):
      DateText.text(date.timeIntervalSinceReferenceDate)
        ?? "\(date.timeIntervalSinceReferenceDate) seconds after 2001"
    case .data(let data): data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case .decimal(let decimal): "\(decimal)"
    case .uuid(let uuid): uuid.uuidString
    case .reference(let reference): "\(reference.entity) \(reference.key)"
    case .invalid(let invalid): "invalid: \(invalid.stored) (\(invalid.reason))"
    default: json
    }
  }
}
