#if SealedSync
import Crypto
import Foundation

/// The keys of a device in a file, encrypted with a phrase.
struct KeyExport: Codable {
  private static let format = 1

  private let format: Int
  private let account: String
  private let zone: String
  private let rounds: Int
  private let salt: Data
  private let sealed: Data

  private static func bound(account: String, zone: String, rounds: Int) -> [UInt8] {
    AssociatedData("perennial.export.1", account, zone, "\(rounds)").bytes
  }

  init(
    _ entries: [KeyRing.Entry], phrase: RecoveryPhrase, rounds: Int, zone: String, account: String
  ) throws {
    let salt = PhraseWrap.salt()
    let box = try AES.GCM.seal(
      JSONEncoder().encode(entries),
      using: PhraseWrap.key(of: phrase, salt: salt, rounds: rounds),
      authenticating: Self.bound(account: account, zone: zone, rounds: rounds))
    (format, self.account, self.zone, self.rounds) = (Self.format, account, zone, rounds)
    (self.salt, sealed) = (salt, Data(box.nonce) + box.ciphertext + box.tag)
  }

  /// Returns the keys in a copy.
  ///
  /// - Throws: ``SealedDataError/wrongPhrase``; ``SealedDataError/invalidKeys(_:)``.
  static func entries(
    in data: Data, phrase: RecoveryPhrase, zone: String, account: String
  ) throws -> [KeyRing.Entry] {
    guard let copy = try? JSONDecoder().decode(KeyExport.self, from: data), copy.format == format
    else { throw SealedDataError.invalidKeys("The data are not a copy of keys of this version.") }
    guard copy.zone == zone, copy.account == account else {
      throw SealedDataError.invalidKeys(
        "The copy is of the account “\(copy.account)” in the zone “\(copy.zone)”.")
    }
    let key = try PhraseWrap.key(of: phrase, salt: copy.salt, rounds: copy.rounds)
    guard
      let plain = try? AES.GCM.open(
        AES.GCM.SealedBox(combined: copy.sealed), using: key,
        authenticating: bound(account: account, zone: zone, rounds: copy.rounds))
    else { throw SealedDataError.wrongPhrase }
    do { return try JSONDecoder().decode([KeyRing.Entry].self, from: plain) } catch {
      throw SealedDataError.invalidKeys("The keys of the copy cannot be read: \(error)")
    }
  }
}
#endif
