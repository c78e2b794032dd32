#if SealedSync
import Crypto
import CryptoExtras
import Foundation

// The encryption of keys: with a phrase, with other keys, and for devices.

/// A key that is encrypted with a recovery phrase.
enum PhraseWrap {
  /// The rounds of scrypt that a device accepts from the hub. More could take all of its memory.
  static let rounds = 1 << 14...1 << 20

  /// Returns the key that scrypt derives from a phrase, with a block size of 8 and a parallelism of 1.
  static func key(of phrase: RecoveryPhrase, salt: Data, rounds: Int) throws -> SymmetricKey {
    guard Self.rounds.contains(rounds), rounds.nonzeroBitCount == 1 else {
      throw SealedDataError.invalidKeys("\(rounds) rounds of scrypt are not supported.")
    }
    return try KDF.Scrypt.deriveKey(
      from: phrase.secret, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8,
      parallelism: 1, maxMemory: 128 * 8 * (rounds + 4))
  }

  static func salt() -> Data { SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) } }
}

extension KeyRecord.Recovery {
  private static func bound(
    _ key: SealingKey.Identifier, rounds: Int, zone: String
  ) -> [UInt8] { AssociatedData("perennial.recovery.1", zone, "\(key)", "\(rounds)").bytes }

  init(_ key: SealingKey, phrase: RecoveryPhrase, rounds: Int, zone: String) throws {
    let salt = PhraseWrap.salt()
    let wrap = try PhraseWrap.key(of: phrase, salt: salt, rounds: rounds)
    let box = try AES.GCM.seal(
      key.secret, using: wrap,
      authenticating: Self.bound(key.identifier, rounds: rounds, zone: zone))
    self.init(
      key: key.identifier, rounds: rounds, salt: salt,
      sealed: Data(box.nonce) + box.ciphertext + box.tag)
  }

  /// Returns the key.
  ///
  /// - Throws: ``SealedDataError/wrongPhrase``; ``SealedDataError/invalidKeys(_:)``.
  func open(with phrase: RecoveryPhrase, zone: String) throws -> SealingKey {
    let wrap = try PhraseWrap.key(of: phrase, salt: salt, rounds: rounds)
    let secret: Data
    do {
      secret = try AES.GCM.open(
        AES.GCM.SealedBox(combined: sealed), using: wrap,
        authenticating: Self.bound(key, rounds: rounds, zone: zone))
    } catch { throw SealedDataError.wrongPhrase }
    return SealingKey(key, secret: secret, zone: zone)
  }
}

extension KeyRecord.Former {
  private static func bound(
    _ key: SealingKey.Identifier, by wrap: SealingKey.Identifier, zone: String
  ) -> [UInt8] { AssociatedData("perennial.former.1", zone, "\(key)", "\(wrap)").bytes }

  init(_ key: SealingKey, by wrap: SealingKey, zone: String) throws {
    let box = try AES.GCM.seal(
      key.secret, using: wrap.wraps,
      authenticating: Self.bound(key.identifier, by: wrap.identifier, zone: zone))
    self.init(by: wrap.identifier, sealed: Data(box.nonce) + box.ciphertext + box.tag)
  }

  /// Returns the former key; nil if it was changed on its way.
  func open(_ key: SealingKey.Identifier, with wrap: SealingKey, zone: String) -> SealingKey? {
    let secret = try? AES.GCM.open(
      AES.GCM.SealedBox(combined: sealed), using: wrap.wraps,
      authenticating: Self.bound(key, by: wrap.identifier, zone: zone))
    return secret.map { SealingKey(key, secret: $0, zone: zone) }
  }
}

// MARK: - Devices

extension KeyRecord.Device {
  private static func bound(
    _ device: String, name: String, publicKey: Data, purpose: String, zone: String
  ) -> [UInt8] {
    var data = AssociatedData("perennial.device.1", purpose, zone, device, name)
    data.append(publicKey)
    return data.bytes
  }

  /// Creates the entry of a device that requests the key with a code.
  init(of ring: KeyRing, code: DeviceCode, zone: String) throws {
    let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ring.privateKey)
    let publicKey = key.publicKey.rawRepresentation
    let bound = Self.bound(
      ring.device, name: ring.name, publicKey: publicKey, purpose: "code", zone: zone)
    self.init(
      name: ring.name, publicKey: publicKey,
      codeProof: Data(
        HMAC<Crypto.SHA256>.authenticationCode(for: bound, using: code.key(zone: zone))))
  }

  /// Creates the entry of a device that has a key.
  init(of ring: KeyRing, key: SealingKey, zone: String) throws {
    let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ring.privateKey)
    let publicKey = own.publicKey.rawRepresentation
    let bound = Self.bound(
      ring.device, name: ring.name, publicKey: publicKey, purpose: "\(key.identifier)", zone: zone)
    self.init(
      name: ring.name, publicKey: publicKey, key: key.identifier,
      keyProof: Data(HMAC<Crypto.SHA256>.authenticationCode(for: bound, using: key.proofs)))
  }

  /// Returns `true` if the entry is from the device that shows a code.
  func isProved(by code: DeviceCode, device: String, zone: String) -> Bool {
    guard let codeProof else { return false }
    return HMAC<Crypto.SHA256>.isValidAuthenticationCode(
      codeProof,
      authenticating: Self.bound(
        device, name: name, publicKey: publicKey, purpose: "code", zone: zone),
      using: code.key(zone: zone))
  }

  /// Returns `true` if the entry is from a device that has a key.
  func isProved(by key: SealingKey, device: String, zone: String) -> Bool {
    guard let keyProof, self.key == key.identifier else { return false }
    return HMAC<Crypto.SHA256>.isValidAuthenticationCode(
      keyProof,
      authenticating: Self.bound(
        device, name: name, publicKey: publicKey, purpose: "\(key.identifier)", zone: zone),
      using: key.proofs)
  }
}

extension KeyRecord.Grant {
  private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

  private static func bound(
    _ key: SealingKey.Identifier, device: String, zone: String
  ) -> Data { Data(AssociatedData("perennial.grant.1", zone, device, "\(key)").bytes) }

  /// Encrypts a key for a device.
  ///
  /// - Parameters:
  ///   - secret: The secret that both devices have. Without it, the hub could give the device a key of its own.
  ///   - wrap: The key that the secret is of; nil if it is that of a code.
  init(
    _ key: SealingKey, to device: String, _ entry: KeyRecord.Device, secret: SymmetricKey,
    by wrap: SealingKey.Identifier?, zone: String
  ) throws {
    let recipient = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: entry.publicKey)
    var sender = try HPKE.Sender(
      recipientKey: recipient, ciphersuite: Self.suite,
      info: Self.bound(key.identifier, device: device, zone: zone), presharedKey: secret,
      presharedKeyIdentifier: Data((wrap?.description ?? "code").utf8))
    let sealed = try sender.seal(key.secret)
    self.init(
      key: key.identifier, by: wrap, encapsulated: sender.encapsulatedKey, sealed: sealed)
  }

  /// Returns the key; nil if it was changed on its way, or is from a device without the secret.
  func open(_ ring: KeyRing, secret: SymmetricKey, zone: String) -> SealingKey? {
    do {
      let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ring.privateKey)
      var recipient = try HPKE.Recipient(
        privateKey: own, ciphersuite: Self.suite,
        info: Self.bound(key, device: ring.device, zone: zone),
        encapsulatedKey: encapsulated, presharedKey: secret,
        presharedKeyIdentifier: Data((by?.description ?? "code").utf8))
      return SealingKey(key, secret: try recipient.open(sealed), zone: zone)
    } catch { return nil }
  }
}
#endif
