#if SealedSync
import Crypto
import Foundation
import PerennialRecords

/// The form of sealed values. Documentation/Protocol.md is the contract:
///
/// ```
/// 1 byte: 1 | 12 bytes: the key | 12 bytes: the nonce | AES-256-GCM of the value | 16 bytes: the tag
/// ```
extension SealingKey {
  private static let form: UInt8 = 1
  private static let headerCount = 13
  private static let nonceCount = 12
  private static let tagCount = 16

  /// Returns the identifier of the key that a value is sealed with.
  static func identifier(
    of sealed: Data
  ) throws(SealedValueError) -> Identifier {
    let sealed = sealed[...]
    guard let form = sealed.first else { throw .unknownForm(nil) }
    guard form == Self.form else { throw .unknownForm(form) }
    guard sealed.count >= headerCount + nonceCount + tagCount else { throw .unknownForm(nil) }
    let bytes = sealed.dropFirst()
    return Identifier(
      generation: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) },
      number: bytes.dropFirst(4).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func bound(to field: SealedField, in zone: String) -> AssociatedData {
    var data = AssociatedData(
      "perennial.sealed.1", zone, field.record.rawValue, field.type, field.name)
    data.append(identifier.bytes)
    return data
  }

  /// Seals a value.
  ///
  /// The nonce is a function of the key, the field, the stamp and the value. So a change that is sent twice has the same
  /// form, and two changes with one value have different ones.
  func seal(
    _ value: RecordValue, in field: SealedField, of zone: String, at stamp: Stamp
  ) throws -> Data {
    let (plain, bound) = (value.plainForm, bound(to: field, in: zone))
    var hash = HMAC<Crypto.SHA256>(key: nonces)
    hash.update(data: bound.bytes)
    hash.update(data: Data(stamp.description.utf8))
    hash.update(data: plain)
    let nonce = Data(hash.finalize().prefix(Self.nonceCount))
    let box = try AES.GCM.seal(
      plain, using: values, nonce: AES.GCM.Nonce(data: nonce), authenticating: bound.bytes)
    var sealed = Data(capacity: Self.headerCount + Self.nonceCount + plain.count + Self.tagCount)
    sealed.append(Self.form)
    sealed.append(identifier.bytes)
    sealed.append(nonce)
    sealed.append(box.ciphertext)
    sealed.append(box.tag)
    return sealed
  }

  /// Opens a value that is sealed with this key.
  func open(
    _ sealed: Data, in field: SealedField, of zone: String
  ) throws(SealedValueError) -> RecordValue {
    let content = sealed.dropFirst(Self.headerCount)
    let plain: Data
    do {
      let box = try AES.GCM.SealedBox(combined: content)
      plain = try AES.GCM.open(
        box, using: values, authenticating: bound(to: field, in: zone).bytes)
    } catch { throw .notAuthentic }
    guard let value = RecordValue(plainForm: plain) else { throw .unknownForm(plain.first) }
    return value
  }
}

/// The form of a value inside its seal: a byte for the kind, and the content.
extension RecordValue {
  fileprivate var plainForm: Data {
    switch self {
    case .integer(let number):
      Data([1]) + withUnsafeBytes(of: number.bigEndian) { Data($0) }
    case .real(let number):
      Data([2]) + withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
    case .text(let text): Data([3]) + Data(text.utf8)
    case .blob(let data): Data([4]) + data
    case .null, .reference, .sealed, .asset: Data([0])
    }
  }

  fileprivate init?(plainForm data: Data) {
    let content = data.dropFirst()
    func number() -> UInt64? {
      content.count == 8 ? content.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
    switch data.first {
    case 0 where content.isEmpty: self = .null
    case 1:
      guard let bits = number() else { return nil }
      self = .integer(Int64(bitPattern: bits))
    case 2:
      guard let bits = number() else { return nil }
      self = .real(Double(bitPattern: bits))
    case 3:
      guard let text = String(data: content, encoding: .utf8) else { return nil }
      self = .text(text)
    case 4: self = .blob(Data(content))
    default: return nil
    }
  }
}
#endif
