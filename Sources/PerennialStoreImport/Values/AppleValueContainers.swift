import Foundation
import PerennialAppleStores

/// A value that a container decodes.
struct AppleSingleContainer: SingleValueDecodingContainer {
  let value: AppleValue
  let codingPath: [any CodingKey]

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    AppleValueDecoder.mismatch(type, of: value, at: codingPath)
  }

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch value {
    case .bool(let bool): return bool
    case .integer(0): return false
    case .integer(1): return true
    default: throw mismatch(type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    switch value {
    case .text(let text), .url(let text): return text
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .real(let real): return real
    case .integer(let integer): return Double(integer)
    case .unsigned(let integer): return Double(integer)
    case .decimal(let decimal): return NSDecimalNumber(decimal: decimal).doubleValue
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let found: Number? =
      switch value {
      case .integer(let integer): Number(exactly: integer)
      case .unsigned(let integer): Number(exactly: integer)
      case .real(let real): Number(exactly: real)
      case .bool(let bool): bool ? 1 : 0
      default: nil
      }
    if let found { return found }
    throw mismatch(type)
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try AppleValueDecoder.decode(type, from: value, codingPath)
  }
}

/// The members of a composite value by their names.
struct AppleKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: AppleValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { (members[key.stringValue] ?? .null) == .null }

  private func value(_ key: Key) throws -> AppleValue {
    if let value = members[key.stringValue] { return value }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "“\(key.stringValue)” has no value"))
  }

  private func single(_ key: Key) throws -> any SingleValueDecodingContainer {
    try decoder(key).singleValueContainer()
  }

  private func decoder(_ key: Key) throws -> AppleValueDecoder {
    AppleValueDecoder(value: try value(key), codingPath: codingPath + [key])
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try single(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try single(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try single(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try single(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try single(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try single(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try single(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try single(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try single(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try single(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try single(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try single(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try single(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try single(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try AppleValueDecoder.decode(type, from: value(key), codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    AppleValueDecoder(value: members["super"] ?? .null, codingPath: codingPath)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// The members of an array, one after the other.
struct AppleUnkeyedContainer: UnkeyedDecodingContainer {
  let members: [AppleValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(members: [AppleValue], codingPath: [any CodingKey]) {
    (self.members, self.codingPath) = (members, codingPath)
  }

  var count: Int? { members.count }
  var isAtEnd: Bool { currentIndex >= members.count }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
  }

  private mutating func next() throws -> AppleValueDecoder {
    let path = codingPath + [Index(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        AppleValue.self,
        DecodingError.Context(codingPath: path, debugDescription: "the array has no more members"))
    }
    defer { currentIndex += 1 }
    return AppleValueDecoder(value: members[currentIndex], codingPath: path)
  }

  private mutating func single() throws -> any SingleValueDecodingContainer {
    try next().singleValueContainer()
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, members[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try single().decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try single().decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try single().decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try single().decode(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try single().decode(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try single().decode(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try single().decode(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try single().decode(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try single().decode(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try single().decode(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try single().decode(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try single().decode(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try single().decode(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try single().decode(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = try next()
    return try AppleValueDecoder.decode(type, from: decoder.value, decoder.codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}
