import Foundation
import PerennialJSON

/// The reason why a property cannot have a value, as a clause.
struct UnfitValue: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(_ invalid: AppleValue.Invalid) {
    reason = "\(invalid.reason): \(invalid.stored.excerpt)"
  }
}

/// The JSON of Codable values, as `JSONEncoder` writes it.
///
/// In contrast to the values of documents, a date is the number of seconds since 2001, and a decimal number is a number.
/// Binary numbers that JSON does not have are the texts that a store of Perennial has for them, such as `Infinity`.
struct CodableText {
  private(set) var text = JSONText()

  /// Appends the value of an attribute in the type that `StructureWriter` writes for it.
  ///
  /// - Throws: ``UnfitValue``.
  mutating func add(_ value: AppleValue, of attribute: StoredModel.Attribute) throws {
    guard attribute.type == .composite else { return try addLeaf(value, of: attribute) }
    if case .invalid(let invalid) = value { throw UnfitValue(invalid) }
    guard case .composite(let fields) = value else {
      throw UnfitValue("\(value.excerpt) is not a composite value")
    }
    if let element = attribute.rawElement {
      let value = fields.first { $0.name == element.name }?.value ?? .null
      return try addRawValue(value, of: element)
    }
    if attribute.enumerationCases != nil { return try addCase(fields, of: attribute) }
    try addMembers(fields, of: attribute.elements)
  }

  /// Appends a value of a type with a raw value: the raw value, or an object with it, as Swift encodes the type.
  private mutating func addRawValue(
    _ value: AppleValue, of element: StoredModel.Attribute
  ) throws {
    if value == .null { throw UnfitValue("its element “\(element.name.excerpt)” has no value") }
    if element.isEncodedAlone { return try add(value, of: element) }
    text.add("{")
    text.add(name: element.name)
    try add(value, of: element)
    text.add("}")
  }

  /// Appends an object with the members that have values, in alphabetical order.
  private mutating func addMembers(
    _ fields: [AppleValue.Field], of elements: [StoredModel.Attribute]
  ) throws {
    text.add("{")
    for element in elements.sorted(by: { $0.name < $1.name }) where element.isExpressible {
      let value = fields.first { $0.name == element.name }?.value ?? .null
      if value.isWithoutValues, element.mayBeNil { continue }
      // A structure may have no value in any of its members.
      if value == .null {
        throw UnfitValue("its element “\(element.name.excerpt)” has no value")
      }
      text.addComma()
      text.add(name: element.name)
      try add(value, of: element)
    }
    text.add("}")
  }

  /// Appends an object whose only member is the case: with the values of the case, or an empty object.
  private mutating func addCase(
    _ fields: [AppleValue.Field], of attribute: StoredModel.Attribute
  ) throws {
    guard let field = fields.first(where: { !$0.value.isWithoutValues }),
      let element = attribute.elements.first(where: { $0.name == field.name })
    else { throw UnfitValue("no case has a value") }
    text.add("{")
    text.add(name: element.name)
    if case .composite(let values) = field.value {
      try addMembers(values, of: element.elements)
    } else {
      text.add("{}")
    }
    text.add("}")
  }

  private mutating func addLeaf(_ value: AppleValue, of attribute: StoredModel.Attribute) throws {
    switch (attribute.type, value) {
    case (_, .invalid(let invalid)): throw UnfitValue(invalid)
    case (.float, .real(let real)) where real.isFinite && !Float(real).isFinite:
      throw UnfitValue("\(real) is too large for a Float")
    case (.decimal, .real(let real)) where !real.isFinite:
      throw UnfitValue("\(real) is not a decimal number")
    case (.url, .url(let text)) where URL(string: text) == nil,
      (.url, .text(let text)) where URL(string: text) == nil:
      throw UnfitValue("“\(text.excerpt)” is not a URL")
    case (.boolean, .bool), (.string, .text), (.url, .url), (.url, .text), (.uuid, .uuid),
      (.date, .date), (.data, .data), (.decimal, .decimal), (.decimal, .integer),
      (.decimal, .real), (.integer, .integer), (.double, .real), (.double, .integer),
      (.float, .real), (.float, .integer):
      try add(value)
    case (.transformable, _):
      if attribute.recordedType?.text ?? "Data" == "Data" {
        guard case .data = value else { throw UnfitValue("the value is an archive") }
      }
      try addPlain(value, isCollection: attribute.isCollection)
    default: throw UnfitValue("\(value.excerpt) is of another type")
    }
  }

  /// Appends a value of a transformable attribute: of an archive, or of data with JSON or a property list.
  private mutating func addPlain(_ value: AppleValue, isCollection: Bool) throws {
    switch value {
    case .data(let data) where isCollection:
      if let list = try? ArchivedValueReader.value(in: data) {
        guard list.isCollection else { throw UnfitValue("the property list is not a collection") }
        return try addPlain(list, isCollection: false)
      }
      guard let json = Self.jsonCollection(in: data) else {
        throw UnfitValue("\(data.count) bytes are neither JSON nor a property list")
      }
      text.add(json)
    case .array(let values), .set(let values):
      text.add("[")
      for value in values {
        text.addComma()
        try addPlain(value, isCollection: false)
      }
      text.add("]")
    case .dictionary(let entries):
      var members: [(String, AppleValue)] = []
      for entry in entries {
        guard case .text(let name) = entry.key else {
          throw UnfitValue("a key of the dictionary is not a text")
        }
        members.append((name, entry.value))
      }
      text.add("{")
      for (name, value) in members.sorted(by: { $0.0 < $1.0 }) {
        text.addComma()
        text.add(name: name)
        try addPlain(value, isCollection: false)
      }
      text.add("}")
    case .null, .bool, .integer, .unsigned, .real, .decimal, .text, .date, .data, .uuid, .url:
      if isCollection { throw UnfitValue("\(value.excerpt) is not a collection") }
      try add(value)
    case .object(let object):
      throw UnfitValue("the value is an archived \(object.className.excerpt)")
    case .composite, .reference, .cycle, .invalid:
      throw UnfitValue("\(value.excerpt) has no JSON")
    }
  }

  /// Returns the text of data with a JSON array or object, without white space around it; nil for other data.
  private static func jsonCollection(in data: Data) -> String? {
    guard let text = String(validating: data, as: UTF8.self) else { return nil }
    // Foundation's parser takes more than documents can contain, but it has the decoder's limit for nested values.
    var reader = JSONReader(ByteReader(text))
    guard let json = try? reader.verbatim(), (try? reader.end()) != nil,
      (try? JSONSerialization.jsonObject(with: data)) != nil
    else { return nil }
    return json
  }

  /// Appends a value that has no parts.
  private mutating func add(_ value: AppleValue) throws {
    switch value {
    case .date(let date): text.add(AppleValue.real(date.timeIntervalSinceReferenceDate))
    case .decimal(let decimal):
      if decimal.isNaN { throw UnfitValue("the value is not a number") }
      text.add("\(decimal)")
    case .integer(let integer): text.add("\(integer)")
    case .unsigned(let integer): text.add("\(integer)")
    default: text.add(value)
    }
  }
}

extension String {
  /// The first 80 characters of the text, with an ellipsis if it has more, for the reason of an ``UnfitValue``.
  var excerpt: String {
    // A character of a hostile file may consist of any number of scalars.
    let head = String(String.UnicodeScalarView(unicodeScalars.prefix(800))).prefix(80)
    return head.utf8.count < utf8.count ? "\(head)…" : self
  }
}

extension AppleValue {
  /// The beginning of the description, for a reason.
  var excerpt: String { description.excerpt }

  /// `true` for an array, a set or a dictionary.
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}

extension StoredModel.Attribute {
  /// `true` if the recorded type of a transformable attribute is a collection.
  var isCollection: Bool {
    recordedType.map { $0.description.contains("<") } ?? false
  }
}
