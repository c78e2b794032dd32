#if SealedSync
import Foundation
import PerennialRecords

/// The zone's record of keys, all of which are encrypted. Documentation/Protocol.md is the contract.
struct KeyRecord {
  /// The present key, encrypted with a recovery phrase.
  struct Recovery: Codable, Sendable {
    let key: SealingKey.Identifier
    let rounds: Int
    let salt: Data
    let sealed: Data
  }

  /// A former key, encrypted with a later one.
  struct Former: Codable, Sendable {
    let by: SealingKey.Identifier
    let sealed: Data
  }

  /// A device that has a key, or requests it.
  struct Device: Codable, Sendable {
    let name: String
    /// The device's public key of X25519.
    let publicKey: Data
    /// The proof that the entry is from the device that shows a code.
    var codeProof: Data?
    /// The key that the device has, and the proof that it has it.
    var key: SealingKey.Identifier?
    var keyProof: Data?
  }

  /// A key, encrypted for a device.
  struct Grant: Codable, Sendable {
    let key: SealingKey.Identifier
    /// The key that the two devices have in common already; nil if it is a code.
    let by: SealingKey.Identifier?
    let encapsulated: Data
    let sealed: Data
  }

  /// The names of fields.
  enum Field {
    static let recovery = "recovery"
    static func former(_ key: SealingKey.Identifier) -> String { "former.\(key)" }
    static func device(_ device: String) -> String { "device.\(device)" }
    static func grant(_ device: String) -> String { "grant.\(device)" }
  }

  private let values: [String: RecordValue]

  init(_ state: RecordState<RecordValue>) { values = state.edits.mapValues(\.value) }

  var recovery: Recovery? { decoded(Field.recovery) }

  func former(_ key: SealingKey.Identifier) -> Former? { decoded(Field.former(key)) }

  func grant(to device: String) -> Grant? { decoded(Field.grant(device)) }

  func device(_ device: String) -> Device? { decoded(Field.device(device)) }

  /// The devices, by their names in the record.
  var devices: [String: Device] {
    values.keys.reduce(into: [:]) { devices, field in
      guard field.hasPrefix(Field.device("")) else { return }
      let name = String(field.dropFirst(Field.device("").count))
      devices[name] = device(name)
    }
  }

  /// The identifiers of the former keys.
  var formers: [SealingKey.Identifier] {
    values.keys.compactMap { field in
      guard field.hasPrefix("former.") else { return nil }
      return SealingKey.Identifier(String(field.dropFirst("former.".count)))
    }.sorted()
  }

  /// Returns the content of a field; nil if there is none, or one that this version does not know.
  private func decoded<Content: Decodable>(_ field: String) -> Content? {
    guard case .blob(let data)? = values[field] else { return nil }
    return try? JSONDecoder().decode(Content.self, from: data)
  }

  /// Returns the value of a field with a content.
  static func value(_ content: some Encodable) throws -> RecordValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return .blob(try encoder.encode(content))
  }
}
#endif
