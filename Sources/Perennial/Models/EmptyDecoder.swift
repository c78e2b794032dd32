/// A decoder without data: each number is 0, each text is empty, and each collection has no
/// elements.
///
/// It creates a value of nearly any `Decodable` type when a value is required and none is known.
struct EmptyDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

  static func value<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = (type as? any _Storage.ColumnValue.Type)?._placeholder as? T { return value }
    return try T(from: EmptyDecoder())
  }

  private struct Single: SingleValueDecodingContainer {
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try EmptyDecoder.value(type) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let count: Int? = 0
    let isAtEnd = true
    let currentIndex = 0
    mutating func decodeNil() -> Bool { true }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try EmptyDecoder.value(type)
    }
    mutating func nestedContainer<Key: CodingKey>(
      keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> { KeyedDecodingContainer(Keyed<Key>()) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
    mutating func superDecoder() -> any Decoder { EmptyDecoder() }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []

    /// The key by which an enumeration with associated values is decoded: the first case of `Key`.
    /// In an enumeration without payloads, this is the case whose byte is zero.
    var allKeys: [Key] {
      guard MemoryLayout<Key>.size <= 1, _isPOD(Key.self) else { return [] }
      var byte: UInt8 = 0
      return withUnsafeBytes(of: &byte) { [$0.loadUnaligned(as: Key.self)] }
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try EmptyDecoder.value(type)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? { nil }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { KeyedDecodingContainer(Keyed<Nested>()) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
    func superDecoder() -> any Decoder { EmptyDecoder() }
    func superDecoder(forKey key: Key) -> any Decoder { EmptyDecoder() }
  }
}
