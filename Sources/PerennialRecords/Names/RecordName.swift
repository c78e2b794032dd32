public import Foundation

/// The name of a record on all devices: its key on a server, and the key in references to it.
///
/// A preset's name is derived from its namespace, its entity and its preset ID. So every device computes the
/// same name without communication, and a preset cannot exist twice.
public struct RecordName: Hashable, Comparable, Sendable {
  /// The forms of names. Nearly all have a key, and are hashed and compared without a text.
  private enum Form: Hashable {
    case object(UInt64)
    case preset(UInt64)
    case other(String)
  }

  private let form: Form

  /// Creates a name from text, which is not checked.
  ///
  /// ```swift
  /// let name = RecordName("o.0000000000000011")
  /// print(name.objectKey == 17, name.isValid)  // true true
  /// ```
  public init(_ rawValue: String) {
    if let key = Self.key(in: rawValue, after: "o.") {
      form = .object(key)
    } else if let key = Self.key(in: rawValue, after: "p.") {
      form = .preset(key)
    } else {
      form = .other(rawValue)
    }
  }

  private init(_ form: Form) { self.form = form }

  /// The name as text.
  public var rawValue: String {
    switch form {
    case .object(let key): Self.text(UInt8(ascii: "o"), key)
    case .preset(let key): Self.text(UInt8(ascii: "p"), key)
    case .other(let text): text
    }
  }

  /// The name of the record that contains the resets.
  public static let manifest = RecordName("p.manifest")

  /// The name of the record that contains the encrypted keys of sealed values.
  public static let sealingKeys = RecordName("k.sealing")

  /// Compares the texts.
  public static func < (left: RecordName, right: RecordName) -> Bool {
    switch (left.form, right.form) {
    case (.object(let left), .object(let right)): left < right
    case (.preset(let left), .preset(let right)): left < right
    case (.object, .preset): true
    case (.preset, .object): false
    default: left.rawValue < right.rawValue
    }
  }
}

extension RecordName: CustomStringConvertible {
  /// The text.
  public var description: String { rawValue }
}

// MARK: - Objects

extension RecordName {
  /// Returns the name of an object that the user has created: `o.` and its key with 16 hexadecimal digits.
  ///
  /// ```swift
  /// print(RecordName.object(key: 17))  // o.0000000000000011
  /// ```
  public static func object(key: Int64) -> RecordName {
    RecordName(.object(UInt64(bitPattern: key)))
  }

  /// The key of the object that the name belongs to; nil for presets and other records.
  public var objectKey: Int64? {
    if case .object(let key) = form { Int64(bitPattern: key) } else { nil }
  }
}

// MARK: - Presets

extension RecordName {
  /// Returns the namespace of an app's presets: the UUID of its URI in the namespace of URLs.
  ///
  /// - Parameter uri: The permanent URI of the app; another URI makes other presets.
  public static func namespace(uri: String) -> UUID {
    UUID(namespace: .urlNamespace, name: uri)
  }

  /// Returns the name of a preset: `p.` and its key with 16 hexadecimal digits.
  ///
  /// ```swift
  /// let namespace = RecordName.namespace(uri: "https://example.com/presets")
  /// let name = RecordName.preset(namespace: namespace, entity: "Recipe", id: "soup")
  /// ```
  public static func preset(namespace: UUID, entity: String, id: String) -> RecordName {
    preset(key: presetKey(namespace: namespace, entity: entity, id: id))
  }

  /// Returns the name of the preset with a key.
  public static func preset(key: Int64) -> RecordName {
    RecordName(.preset(UInt64(bitPattern: key)))
  }

  /// The key of the preset that the name belongs to; nil for other records.
  public var presetKey: Int64? {
    guard case .preset(let bits) = form else { return nil }
    let key = Int64(bitPattern: bits)
    return key < 0 ? key : nil
  }

  /// Returns the primary key of a preset's row. It is negative: the first 64 bits of a UUID of version 5,
  /// with the sign bit set.
  ///
  /// The UUID is that of `entity U+001F id`, in UTF-8 and normalisation form C. An entity's name never
  /// contains that character, so no two presets have the same text.
  ///
  /// The key is part of the file format. Rows of other objects have positive keys (`IdentityGenerator`), so
  /// the two never collide. Four of the bits are the UUID's version, which is not zero. So 59 bits
  /// distinguish presets, and the key is never `Int64.min`.
  ///
  /// Complexity: O(*n*) in the length of the names; nothing is allocated for names in ASCII.
  public static func presetKey(namespace: UUID, entity: String, id: String) -> Int64 {
    PresetKeys(namespace: namespace, entity: entity).key(of: id)
  }
}

// MARK: - Texts

extension RecordName {
  /// The longest name in bytes.
  public static let longest = 255

  /// The number of bytes of the text.
  var byteCount: Int {
    if case .other(let text) = form { text.utf8.count } else { 18 }
  }

  /// `true` if the name has one of the forms that records have: 1 to 255 ASCII characters that can be
  /// printed, without spaces, and no underscore at the beginning.
  public var isValid: Bool {
    guard case .other(let text) = form else { return true }
    let bytes = text.utf8
    return (1...Self.longest).contains(bytes.count) && bytes.first != UInt8(ascii: "_")
      && bytes.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns the text of a key after a letter and a full stop.
  private static func text(_ letter: UInt8, _ key: UInt64) -> String {
    String(unsafeUninitializedCapacity: 18) { buffer in
      (buffer[0], buffer[1]) = (letter, UInt8(ascii: "."))
      key.writeHexadecimal(to: buffer[2..<18])
      return 18
    }
  }

  /// Returns the number after a prefix of two characters; nil if the text has another form.
  private static func key(in text: String, after prefix: String) -> UInt64? {
    let bytes = text.utf8
    guard bytes.count == 18, bytes.starts(with: prefix.utf8) else { return nil }
    return UInt64(hexadecimal: bytes.dropFirst(2))
  }
}

extension RecordName: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
