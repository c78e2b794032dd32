public import Foundation

extension UUID {
  /// Creates the UUID of version 5 (RFC 9562) from a digest of namespace and name.
  init(version5 digest: SHA1.Digest) {
    let (high, low) = digest.version5
    let bytes = (high.bigEndian, low.bigEndian)
    self = withUnsafeBytes(of: bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Creates the UUID of a name in a namespace: version 5 of RFC 9562. It is the same on every device.
  ///
  /// ```swift
  /// let app = UUID(namespace: .urlNamespace, name: "https://example.com/presets")
  /// print(app == RecordName.namespace(uri: "https://example.com/presets"))  // true
  /// ```
  ///
  /// - Parameter name: The name, hashed in UTF-8 and normalisation form C.
  public init(namespace: UUID, name: String) {
    var hash = SHA1()
    hash.update(namespace)
    hash.update(name)
    self.init(version5: hash.finish())
  }

  /// The namespace of names that are URLs, by RFC 9562.
  public static let urlNamespace = UUID(
    uuid: (
      0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1,
      0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8
    ))
}

extension SHA1 {
  /// Appends the 16 bytes of a UUID to the message.
  mutating func update(_ identifier: UUID) {
    withUnsafeBytes(of: identifier.uuid) { update($0) }
  }
}

extension SHA1.Digest {
  /// The first 128 bits, with the version and the variant of a UUID set in them.
  var version5: (high: UInt64, low: UInt64) {
    let high = leadingBits & ~0xF000 | 0x5000
    let low = followingBits & ~(0b11 << 62) | 0b10 << 62
    return (high, low)
  }
}
