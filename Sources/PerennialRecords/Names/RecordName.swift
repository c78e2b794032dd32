public import Foundation

/// The name of a record on all devices: its key on a server, and the key in references to it.
///
/// A preset's name is derived from its namespace, its entity and its preset ID. So every device computes the
/// same name without communication, and a preset cannot exist twice.
public struct RecordName: Hashable, Comparable, Sendable {
  /// The name as text.
  public let rawValue: String

  /// Creates a name from text, which is not checked.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of the record that contains the resets.
  public static let manifest = RecordName("p.manifest")

  /// The name of the record that contains the encrypted keys of sealed values.
  public static let sealingKeys = RecordName("k.sealing")

  /// Compares the texts.
  public static func < (left: RecordName, right: RecordName) -> Bool {
    left.rawValue < right.rawValue
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
    RecordName("p." + digits(of: key))
  }

  /// The key of the preset that the name belongs to; nil for other records.
  public var presetKey: Int64? {
    guard let key = key(after: "p."), key < 0 else { return nil }
    return key
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
    let digest = presetDigest(namespace: namespace, entity: entity, id: id)
    return Int64(bitPattern: digest.version5.high | 1 << 63)
  }

  private static func presetDigest(
    namespace: UUID, entity: String, id: String
  ) -> SHA1.Digest {
    var hash = SHA1()
    hash.update(namespace)
    hash.update(entity)
    hash.update(0x1F)
    hash.update(id)
    return hash.finish()
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
