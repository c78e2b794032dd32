/// A large value of a field, by its checksum: a record mentions the bytes, and does not contain them.
///
/// Two assets are equal if their bytes are. So a field whose value is an asset is compared, merged and sent without
/// its bytes.
public struct RecordAsset: Hashable, Sendable {
  /// The SHA-256 digest of the bytes: 64 hexadecimal digits in lower case.
  public let checksum: String
  /// The number of bytes.
  public let byteCount: Int

  /// Creates an asset; nil if the text is not a digest, or if the number is negative.
  ///
  /// ```swift
  /// let hello = RecordAsset(
  ///   checksum: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", byteCount: 5)
  /// ```
  public init?(checksum: String, byteCount: Int) {
    guard checksum.utf8.count == 64, checksum.utf8.allSatisfy(Self.isDigit), byteCount >= 0 else {
      return nil
    }
    self.checksum = checksum
    self.byteCount = byteCount
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension RecordAsset: Comparable {
  /// Compares the checksums.
  public static func < (left: RecordAsset, right: RecordAsset) -> Bool {
    (left.checksum, left.byteCount) < (right.checksum, right.byteCount)
  }
}

/// The JSON form is a list: `["b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9", 11]`.
extension RecordAsset: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let checksum = try container.decode(String.self)
    let byteCount = try container.decode(Int.self)
    guard let asset = RecordAsset(checksum: checksum, byteCount: byteCount), container.isAtEnd
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "An asset is its SHA-256 digest, as 64 hexadecimal digits in lower "
            + "case, and its number of bytes."))
    }
    self = asset
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(checksum)
    try container.encode(byteCount)
  }
}
