#if SealedSync
import Crypto
import Foundation

/// The secrets of a device for an account in a zone. They are stored beside its token, and never in the store.
struct KeyRing: Codable, Equatable, Sendable {
  /// A key.
  struct Entry: Codable, Equatable, Sendable {
    let identifier: SealingKey.Identifier
    let secret: Data
    /// `true` if this device has made the key.
    let isOwn: Bool

    init(_ key: SealingKey, isOwn: Bool) {
      (identifier, secret, self.isOwn) = (key.identifier, key.secret, isOwn)
    }
  }

  /// The keys, in any order. The device seals with the greatest one, and opens with all.
  private(set) var entries: [Entry] = []
  /// A key that the device has made, and that no answer of the hub has confirmed. Nothing is sealed with it.
  var pending: Entry?
  /// The random name of the device in the zone's record of keys.
  let device: String
  /// The device's private key of X25519.
  let privateKey: Data
  /// The code with which the device has requested the key, until it has it.
  var code: Data?
  /// The name by which the user recognises the device.
  var name = ""

  /// Creates the secrets of a device that has no key.
  init() {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    device = String(repeating: "0", count: 16 - digits.count) + digits
    privateKey = Curve25519.KeyAgreement.PrivateKey().rawRepresentation
  }

  /// Adds a key, unless the device has it.
  mutating func add(_ key: SealingKey, isOwn: Bool = false) {
    guard !entries.contains(where: { $0.identifier == key.identifier }) else { return }
    entries.append(Entry(key, isOwn: isOwn))
  }

  /// Makes the pending key one of the keys.
  mutating func confirmPending() {
    guard let pending else { return }
    self.pending = nil
    if !entries.contains(where: { $0.identifier == pending.identifier }) { entries.append(pending) }
  }
}
#endif
