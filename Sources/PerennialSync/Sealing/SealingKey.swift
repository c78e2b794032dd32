#if SealedSync
import Crypto
import Foundation
import PerennialRecords

/// A key of an account in a zone, with the keys that are derived from it.
struct SealingKey: Sendable {
  /// The identifier of a key. Later generations are greater, and their sealed forms too.
  struct Identifier: Hashable, Comparable, Sendable {
    let generation: UInt32
    let number: UInt64

    /// The bytes in sealed values: twelve, the most significant first.
    var bytes: [UInt8] {
      withUnsafeBytes(of: generation.bigEndian) { Array($0) }
        + withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    static func < (left: Identifier, right: Identifier) -> Bool {
      (left.generation, left.number) < (right.generation, right.number)
    }
  }

  let identifier: Identifier
  let secret: Data
  /// Encrypts values.
  let values: SymmetricKey
  /// Makes nonces: the authentication code of no bytes, which each nonce continues.
  let nonces: HMAC<Crypto.SHA256>
  /// Encrypts other keys.
  let wraps: SymmetricKey
  /// Authenticates devices that have the key.
  let proofs: SymmetricKey
  /// The beginning of the associated data of all sealed values.
  let bound: AssociatedData
  /// The beginning of the form of all sealed values.
  let header: [UInt8]

  init(_ identifier: Identifier, secret: Data, zone: String) {
    (self.identifier, self.secret) = (identifier, secret)
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<Crypto.SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: secret), salt: Data(zone.utf8),
        info: Data("perennial.\(purpose)".utf8), outputByteCount: 32)
    }
    values = derived("values")
    nonces = HMAC(key: derived("nonces"))
    wraps = derived("wraps")
    proofs = derived("proofs")
    bound = AssociatedData("perennial.sealed.1", zone)
    header = [Self.form] + identifier.bytes
  }

  /// Creates a random key.
  init(generation: UInt32, zone: String) {
    self.init(
      Identifier(generation: generation, number: .random(in: 0 ... .max)),
      secret: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }, zone: zone)
  }
}

extension SealingKey.Identifier: LosslessStringConvertible, Codable {
  /// Both numbers in hexadecimal digits: `00000001-0123456789abcdef`.
  var description: String {
    let (first, last) = (String(generation, radix: 16), String(number, radix: 16))
    return String(repeating: "0", count: 8 - first.count) + first + "-"
      + String(repeating: "0", count: 16 - last.count) + last
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let generation = UInt32(parts[0], radix: 16),
      let number = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(generation: generation, number: number)
    if description != text { return nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not the identifier of a key")
    }
    self = identifier
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The bytes that an encryption authenticates beside its content. Each part has its length before it, so that two lists
/// never have the same bytes.
struct AssociatedData: Sendable {
  private(set) var bytes: [UInt8] = []

  init(_ purpose: String, _ parts: String...) {
    append(purpose)
    for part in parts { append(part) }
  }

  mutating func append(_ text: String) { append(text.utf8) }

  mutating func append(_ part: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: part.count).bigEndian) {
      bytes.append(contentsOf: $0)
    }
    bytes.append(contentsOf: part)
  }
}
#endif
