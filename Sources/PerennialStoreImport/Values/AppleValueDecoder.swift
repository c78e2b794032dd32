import Foundation
import PerennialAppleStores

/// Decodes the values of files into the types of a program.
///
/// The columns of a composite attribute are the members of a Codable type. An enumeration with payloads has a column for
/// each case, of which one has a value. Arrays inside composites, and types that encode themselves as a list, are data
/// with JSON or a property list.
struct AppleValueDecoder: Decoder {
  let value: AppleValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError`.
  static func decode<T: Decodable>(
    _ type: T.Type, from value: AppleValue, _ path: [any CodingKey] = []
  ) throws -> T {
    if let found = try foundation(type, of: value, at: path) { return found }
    do {
      return try T(from: AppleValueDecoder(value: value, codingPath: path))
    } catch {
      if let data = value.soleData, let found = document(type, data) { return found }
      throw error
    }
  }

  /// Returns a value of one of Foundation's types that no container decodes; nil for another type.
  private static func foundation<T: Decodable>(
    _ type: T.Type, of value: AppleValue, at path: [any CodingKey]
  ) throws -> T? {
    let found: Any? =
      switch (value, type) {
      case (.date(let date), is Date.Type): date
      case (.data(let data), is Data.Type): data
      case (.uuid(let uuid), is UUID.Type): uuid
      case (.url(let text), is URL.Type), (.text(let text), is URL.Type): URL(string: text)
      case (.decimal(let decimal), is Decimal.Type): decimal
      case (.integer(let integer), is Decimal.Type): Decimal(integer)
      case (.real(let real), is Decimal.Type): Decimal(string: "\(real)")
      case (.text(let text), is UUID.Type): UUID(uuidString: text)
      case (.composite(let fields), _) where fields.count == 1 && isFoundation(type):
        try foundation(type, of: fields[0].value, at: path)
      default: nil
      }
    if let found = found as? T { return found }
    guard isFoundation(type) else { return nil }
    throw mismatch(type, of: value, at: path)
  }

  private static func isFoundation(_ type: any Any.Type) -> Bool {
    type == Date.self || type == Data.self || type == UUID.self || type == URL.self
      || type == Decimal.self
  }

  /// Returns the value that data has as JSON, or as a property list; nil if it has none.
  private static func document<T: Decodable>(_ type: T.Type, _ data: Data) -> T? {
    if let value = try? JSONDecoder().decode(type, from: data) { return value }
    return try? PropertyListDecoder().decode(type, from: data)
  }

  static func mismatch(
    _ type: any Any.Type, of value: AppleValue, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "\(value.kind) is not a value of \(type)"))
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // A case without a payload has its own name as value.
    if case .text(let text) = value, codingPath.last?.stringValue == text {
      return KeyedDecodingContainer(AppleKeyedContainer<Key>(members: [:], codingPath: codingPath))
    }
    guard let members = value.members else {
      throw Self.mismatch([String: AppleValue].self, of: value, at: codingPath)
    }
    return KeyedDecodingContainer(
      AppleKeyedContainer<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let members), .set(let members):
      return AppleUnkeyedContainer(members: members, codingPath: codingPath)
    default: throw Self.mismatch([AppleValue].self, of: value, at: codingPath)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    // A type that encodes itself as one value has a composite with one element.
    if case .composite(let fields) = value, fields.count == 1 {
      return AppleSingleContainer(value: fields[0].value, codingPath: codingPath)
    }
    return AppleSingleContainer(value: value, codingPath: codingPath)
  }
}

extension AppleValue {
  /// The members of a composite value, an archived object or a dictionary with texts as keys, without those that have no
  /// value. Nil for other values.
  fileprivate var members: [String: AppleValue]? {
    switch self {
    case .composite(let fields): Self.members(fields)
    case .object(let object): Self.members(object.fields)
    case .dictionary(let entries):
      Dictionary(
        entries.compactMap { entry in
          guard case .text(let key) = entry.key else { return nil }
          return entry.value == .null ? nil : (key, entry.value)
        }, uniquingKeysWith: { first, _ in first })
    default: nil
    }
  }

  private static func members(_ fields: [Field]) -> [String: AppleValue] {
    Dictionary(
      fields.compactMap { $0.value.hasNoValue ? nil : ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// `true` for no value, and for a composite without values.
  fileprivate var hasNoValue: Bool {
    switch self {
    case .null: true
    case .composite(let fields): fields.allSatisfy(\.value.hasNoValue)
    default: false
    }
  }

  /// The data that is the value, or the only element of it; nil if there is none.
  fileprivate var soleData: Data? {
    switch self {
    case .data(let data): data
    case .composite(let fields): fields.count == 1 ? fields[0].value.soleData : nil
    default: nil
    }
  }

  /// The kind of the value, for errors.
  var kind: String {
    switch self {
    case .null: "no value"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .unsigned(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .decimal(let decimal): "\(decimal)"
    case .text(let text): "“\(text.prefix(40))”"
    case .date(let date): "the date \(date.timeIntervalSinceReferenceDate)"
    case .data(let data): "data of \(data.count) bytes"
    case .uuid(let uuid): "the UUID \(uuid)"
    case .url(let url): "the URL \(url.prefix(80))"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .object(let object): "an archived \(object.className.prefix(80))"
    case .composite: "a composite value"
    case .reference: "a reference"
    case .cycle: "an object that contains itself"
    case .invalid(let invalid): "an invalid value (\(invalid.reason))"
    }
  }
}
