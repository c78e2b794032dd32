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
    var bytes: Data {
      withUnsafeBytes(of: generation.bigEndian) { Data($0) }
        + withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    static func < (left: Identifier, right: Identifier) -> Bool {
      (left.generation, left.number) < (right.generation, right.number)
    }
  }

  let identifier: Identifier
  let secret: Data
  /// Encrypts values.
  let values: SymmetricKey
  /// Makes nonces.
  let nonces: SymmetricKey
  /// Encrypts other keys.
  let wraps: SymmetricKey
  /// Authenticates devices that have the key.
  let proofs: SymmetricKey

  init(_ identifier: Identifier, secret: Data, zone: String) {
    (self.identifier, self.secret) = (identifier, secret)
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<Crypto.SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: secret), salt: Data(zone.utf8),
        info: Data("perennial.\(purpose)".utf8), outputByteCount: 32)
    }
    values = derived("values")
    nonces = derived("nonces")
    wraps = derived("wraps")
    proofs = derived("proofs")
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
struct AssociatedData {
  private(set) var bytes: Data

  init(_ purpose: String, _ parts: String...) {
    bytes = Data()
    for part in [purpose] + parts { append(Data(part.utf8)) }
  }

  mutating func append(_ part: Data) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: part.count).bigEndian) {
      bytes.append(contentsOf: $0)
    }
    bytes.append(part)
  }
}
#endif
