import Crypto
public import Foundation

/// The SHA-256 digest of a secret. A hub stores digests only, and finds a secret by its digest.
///
/// The time of a search can tell how far a digest agrees with a stored one. Nothing about a stored secret follows from
/// it: a client cannot choose the digest of what it sends. So the search needs no comparison in constant time.
public struct SecretDigest: Hashable, Sendable {
  /// The 32 bytes of the digest.
  public let bytes: Data

  /// Creates the digest of a secret.
  public init(of secret: String) { bytes = Data(SHA256.hash(data: Data(secret.utf8))) }
}

/// The token by which a device signs its requests: 32 random bytes, as base64url.
public struct DeviceToken: Sendable {
  /// The token, which only the device keeps.
  public let text: String

  /// Returns a new token.
  public static func random() -> DeviceToken {
    let key = SymmetricKey(size: .bits256)
    let text = key.withUnsafeBytes { Data($0) }.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return DeviceToken(text: text)
  }

  /// The digest by which the hub finds the device.
  public var digest: SecretDigest { SecretDigest(of: text) }
}

/// The code that signs a further device in: `7F3K-9QXM`. It can be used once, for ten minutes.
public struct PairingCode: Sendable {
  /// The lifetime of a code, in milliseconds.
  public static let lifetime: Int64 = 10 * 60 * 1000

  /// Digits and letters that are not taken for each other: without 0, 1, I and O.
  private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  /// The eight characters without the hyphen.
  private let characters: String

  /// Returns a new code. It has 40 random bits.
  public static func random() -> PairingCode {
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<8).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
    }
    return PairingCode(characters: String(characters))
  }

  private init(characters: String) { self.characters = characters }

  /// Reads a code as people write it, with small letters, spaces, or without the hyphen; nil for other text.
  public init?(_ text: String) {
    let characters = text.uppercased().filter { $0 != "-" && $0 != " " }
    guard characters.count == 8, characters.allSatisfy(Self.alphabet.contains) else { return nil }
    self.characters = characters
  }

  /// The code with a hyphen in the middle.
  public var text: String { "\(characters.prefix(4))-\(characters.suffix(4))" }

  /// The digest by which the hub finds the account.
  public var digest: SecretDigest { SecretDigest(of: "pairing " + characters) }
}

/// The secret that all hubs on a database share.
package enum HubSecret {
  /// Returns a new secret: 32 random bytes.
  package static func random() -> Data {
    SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
  }
}
