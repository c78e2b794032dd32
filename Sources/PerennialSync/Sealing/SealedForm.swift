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
  static let form: UInt8 = 1
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

  private func bound(to field: SealedField) -> [UInt8] {
    var data = bound
    data.append(field.record.rawValue)
    data.append(field.type)
    data.append(field.name)
    data.append(header.dropFirst())
    return data.bytes
  }

  /// Seals a value.
  ///
  /// The nonce is a function of the key, the field, the stamp and the value. So a change that is sent twice has the same
  /// form, and two changes with one value have different ones.
  func seal(_ value: RecordValue, in field: SealedField, at stamp: Stamp) throws -> Data {
    let (plain, bound) = (value.plainForm, bound(to: field))
    var message = bound
    message.append(contentsOf: stamp.description.utf8)
    message.append(contentsOf: plain)
    var hash = nonces
    hash.update(data: message)
    let nonce = try AES.GCM.Nonce(data: Array(hash.finalize().prefix(Self.nonceCount)))
    let box = try AES.GCM.seal(plain, using: values, nonce: nonce, authenticating: bound)
    var sealed = Data(
      capacity: Self.headerCount + Self.nonceCount + plain.count + Self.tagCount)
    sealed.append(contentsOf: header)
    nonce.withUnsafeBytes { sealed.append(contentsOf: $0) }
    sealed.append(box.ciphertext)
    sealed.append(box.tag)
    return sealed
  }

  /// Opens a value that is sealed with this key.
  func open(
    _ sealed: Data, in field: SealedField
  ) throws(SealedValueError) -> RecordValue {
    let content = sealed.dropFirst(Self.headerCount)
    let plain: Data
    do {
      let box = try AES.GCM.SealedBox(combined: content)
      plain = try AES.GCM.open(box, using: values, authenticating: bound(to: field))
    } catch { throw .notAuthentic }
    guard let value = RecordValue(plainForm: plain) else { throw .unknownForm(plain.first) }
    return value
  }
}

/// The form of a value inside its seal: a byte for the kind, and the content.
extension RecordValue {
  fileprivate var plainForm: [UInt8] {
    switch self {
    case .integer(let number): Self.plainForm(1, UInt64(bitPattern: number))
    case .real(let number): Self.plainForm(2, number.bitPattern)
    case .text(let text): Self.plainForm(3, text.utf8)
    case .blob(let data): Self.plainForm(4, data)
    case .null, .reference, .sealed, .asset: [0]
    }
  }

  private static func plainForm(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { plainForm(kind, $0) }
  }

  private static func plainForm(_ kind: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + content.count)
    bytes.append(kind)
    bytes.append(contentsOf: content)
    return bytes
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
