import Foundation
import Perennial
import PerennialJSON

/// Values in the forms of documents.
enum DocumentValue {
  /// Returns the JSON of a value for a property.
  ///
  /// - Throws: ``UnfitValue`` if the property cannot have it.
  static func json(of value: AppleValue, _ planned: PlannedAttribute) throws -> String {
    if planned.form == .json {
      var text = CodableText()
      try text.add(value, of: planned.attribute)
      return escaped(text.text.text)
    }
    var value = value
    if planned.attribute.rawElement != nil {
      guard case .composite(let fields) = value, let field = fields.first else {
        throw UnfitValue("\(value.excerpt) is not a composite value")
      }
      value = field.value
    }
    if case .invalid(let invalid) = value { throw UnfitValue(invalid) }
    if let reason = misfit(value, planned) { throw UnfitValue(reason) }
    return try plain(value, planned.form)
  }

  /// Returns the JSON of a Codable value in the form that an import reads as that JSON.
  ///
  /// An object such as `{"$text":"…"}` stands for the value of a column. One of a Codable value that looks like it is
  /// therefore written as the text of its column.
  private static func escaped(_ json: String) -> String {
    guard json.utf8.first == UInt8(ascii: "{"), hasOnlyMarkedMember(json) else { return json }
    var text = JSONText()
    text.add("{")
    text.add(name: "$text")
    text.add(quoted: json)
    text.add("}")
    return text.text
  }

  /// Returns `true` if an object has one member, whose name begins with a dollar sign.
  private static func hasOnlyMarkedMember(_ json: String) -> Bool {
    // A backslash may begin an escaped dollar sign.
    guard json.utf8.contains(where: { "$\\".utf8.contains($0) }) else { return false }
    var reader = JSONReader(ByteReader(json))
    var names: [String] = []
    try? reader.object { reader, name in
      names.append(name)
      try reader.skip()
    }
    return names.count == 1 && names[0].utf8.first == UInt8(ascii: "$")
  }

  /// Returns the reason why a property cannot have a value of its type; nil if it can.
  private static func misfit(_ value: AppleValue, _ planned: PlannedAttribute) -> String? {
    switch (planned.form, value) {
    case (.double, .real(let real)), (.float, .real(let real)):
      // NULL is not a number, so a property that may be nil cannot have it.
      if real.isNaN { return planned.isOptional ? "the value is not a number" : nil }
      let isTooLarge = planned.form == .float && real.isFinite && !Float(real).isFinite
      return isTooLarge ? "\(real) is too large for a Float" : nil
    case (.date, .date(let date)) where date.timeIntervalSinceReferenceDate.isNaN:
      return "the date is not a number"
    case (.decimal, .decimal(let decimal)) where decimal.isNaN && planned.isOptional:
      return "the value is not a number"
    case (.url, .url(let text)), (.url, .text(let text)):
      return URL(string: text) == nil ? "“\(text.excerpt)” is not a URL" : nil
    default: return nil
    }
  }

  private static func plain(_ value: AppleValue, _ form: StoredForm) throws -> String {
    switch (form, value) {
    case (.bool, .bool), (.text, .text), (.url, .url), (.url, .text), (.uuid, .uuid),
      (.date, .date), (.data, .data), (.double, .real), (.float, .real), (.decimal, .decimal):
      return value.json
    case (.bool, .integer(let integer)) where integer == 0 || integer == 1:
      return integer == 1 ? "true" : "false"
    case (.text, .url(let text)): return AppleValue.text(text).json
    case (.double, .integer(let integer)), (.float, .integer(let integer)):
      return AppleValue.real(Double(integer)).json
    case (.decimal, .integer(let integer)): return AppleValue.decimal(Decimal(integer)).json
    case (.decimal, .real(let real)):
      guard let decimal = Decimal(string: "\(real)") else { break }
      return AppleValue.decimal(decimal).json
    case (_, .integer(let integer)):
      guard let range = form.integers else { break }
      guard range.contains(integer) else { throw UnfitValue("\(integer) is too large") }
      return value.json
    case (_, .bool(let bool)) where form.integers != nil: return bool ? "1" : "0"
    default: break
    }
    throw UnfitValue("\(value.excerpt) is not a \(form.typeName)")
  }
}
