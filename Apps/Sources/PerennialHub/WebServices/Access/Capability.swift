import Crypto
import Foundation
import PerennialRecords
import Synchronization

/// A permission that an address carries: to write or to read one file, or to wait for notifications.
///
/// An address is given to a client that was let in, and works for each program that has it until it expires. It is
/// authenticated by the secret of the hub.
struct Capability: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable {
    case upload, download, courier
  }

  let kind: Kind
  /// The account with the zone, or that of the waiting device.
  let account: Account.ID
  /// The hub's zone of a file, or the container of a courier.
  let zone: String
  /// The checksum of a file to read, or the device of a courier.
  var subject = ""
  /// The bytes of a file to read.
  var bytes: Int64 = 0
  /// The environment of a courier, and the name of the device's account.
  var environment = ""
  var owner = ""
  /// The time at which the permission ends, in milliseconds since 1970; nil if it ends with the device's token.
  var expires: Int64?

  /// The time in which a file can be written: fifteen minutes.
  static let uploadTime: Int64 = 15 * 60 * 1000
  /// The time in which a file can be read: an hour.
  static let downloadTime: Int64 = 60 * 60 * 1000
}

/// The key that authenticates capabilities. All hubs on a database have the same one.
final class CapabilityKey: Sendable {
  private let storage: any WebStorage
  private let secret = Mutex<Data?>(nil)

  init(_ storage: any WebStorage) { self.storage = storage }

  /// Returns the key, which is read once.
  func key() async throws -> SymmetricKey {
    if let secret = secret.withLock({ $0 }) { return SymmetricKey(data: secret) }
    let read = try await storage.secret()
    secret.withLock { $0 = read }
    return SymmetricKey(data: read)
  }
}

extension Capability {
  /// Returns the text of the permission, for an address.
  func token(_ key: SymmetricKey) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let payload = (try? encoder.encode(self)) ?? Data()
    let code = HMAC<SHA256>.authenticationCode(for: payload, using: key)
    return "\(Base64URL.text(payload)).\(Base64URL.text(Data(code)))"
  }

  /// Reads a permission.
  ///
  /// - Throws: `AUTHENTICATION_FAILED` for one that is not the hub's, that has expired, or that is of another kind.
  init(_ token: String, of kind: Kind, _ key: SymmetricKey, at now: Int64) throws(WebError) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let payload = Base64URL.data(parts[0]),
      let code = Base64URL.data(parts[1]),
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: payload, using: key),
      let capability = try? JSONDecoder().decode(Capability.self, from: payload),
      capability.kind == kind
    else {
      throw WebError(
        .authenticationFailed, "The address isn't one that the hub has given for this.")
    }
    if let expires = capability.expires, expires <= now {
      throw WebError(.authenticationFailed, "The address has expired. Ask for another one.")
    }
    self = capability
  }
}

/// Base64 for addresses.
private enum Base64URL {
  static func text(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  static func data(_ text: some StringProtocol) -> Data? {
    let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    return Data(
      base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
  }
}
