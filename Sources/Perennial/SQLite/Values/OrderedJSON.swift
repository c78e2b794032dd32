import Foundation

/// A value that is encoded with the elements of its sets and dictionaries in the order of their JSON, at any depth.
struct OrderedJSON<Value: Encodable>: Encodable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// `true` if Foundation's encoder writes equal values in the same way in each process.
  static var isOrderedAlready: Bool {
    if let type = Value.self as? any ReadableJSON.Type { return type.isOrdered }
    // The encoder has forms of its own for these, which are others than those that they give themselves.
    return Value.self == URL.self || Value.self == Decimal.self
  }

  func encode(to encoder: any Encoder) throws {
    if Self.isOrderedAlready {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    } else if let collection = value as? any UnorderedJSON {
      try collection.encodeInOrder(to: encoder)
    } else {
      try value.encode(to: OrderedEncoder(encoder))
    }
  }
}

/// A value of any type, encoded as ``OrderedJSON``.
struct AnyOrderedJSON: Encodable {
  private let value: any Encodable

  init(_ value: some Encodable) { self.value = OrderedJSON(value) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// An encoder that passes everything on to another one, values as ``OrderedJSON``.
struct OrderedEncoder: Encoder {
  private let base: any Encoder

  init(_ base: any Encoder) { self.base = base }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(OrderedObject(base: base.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    OrderedArray(base: base.unkeyedContainer())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    OrderedValue(base: base.singleValueContainer())
  }
}

private struct OrderedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if OrderedJSON<Value>.isOrderedAlready { return try base.encode(value, forKey: key) }
    try base.encode(OrderedJSON(value), forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      OrderedObject<NestedKey>(base: base.nestedContainer(keyedBy: keyType, forKey: key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    OrderedArray(base: base.nestedUnkeyedContainer(forKey: key))
  }

  mutating func superEncoder() -> any Encoder { OrderedEncoder(base.superEncoder()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    OrderedEncoder(base.superEncoder(forKey: key))
  }
}

private struct OrderedArray: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if OrderedJSON<Value>.isOrderedAlready { return try base.encode(value) }
    try base.encode(OrderedJSON(value))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(OrderedObject<NestedKey>(base: base.nestedContainer(keyedBy: keyType)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    OrderedArray(base: base.nestedUnkeyedContainer())
  }

  mutating func superEncoder() -> any Encoder { OrderedEncoder(base.superEncoder()) }
}

private struct OrderedValue: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if OrderedJSON<Value>.isOrderedAlready { return try base.encode(value) }
    try base.encode(OrderedJSON(value))
  }
}
