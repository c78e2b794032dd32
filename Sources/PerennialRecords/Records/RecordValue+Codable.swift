import Foundation

/// The JSON form: `null`, numbers for integers, strings for texts, and for the others an object with one
/// member.
///
/// ```json
/// [null, 12, "Pasta", {"real": "0.5"}, {"blob": "AP8="}, {"record": "o.00b1f2c4a0000001"},
///  {"sealed": "q80="},
///  {"asset": ["b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9", 11]}]
/// ```
extension RecordValue: Codable {
  private enum Form: String, CodingKey { case real, blob, record, sealed, asset }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        self = .null
        return
      }
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
      if let number = try? container.decode(Int64.self) {
        self = .integer(number)
        return
      }
    }
    self = try Self.object(in: try decoder.container(keyedBy: Form.self))
  }

  private static let infinities = ["Infinity": Double.infinity, "-Infinity": -Double.infinity]

  private static func object(in container: KeyedDecodingContainer<Form>) throws -> RecordValue {
    guard let form = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "A value is null, an integer, a text, or an object with one of the "
            + "members “real”, “blob”, “record”, “sealed” and “asset”."))
    }
    switch form {
    case .real:
      let text = try container.decode(String.self, forKey: .real)
      if let infinity = Self.infinities[text] { return .real(infinity) }
      guard let number = Double(text), number.isFinite else {
        throw DecodingError.dataCorruptedError(
          forKey: .real, in: container,
          debugDescription: "“\(text)” is not a number, “Infinity” or “-Infinity”.")
      }
      return .real(number)
    case .blob: return .blob(try container.decode(Data.self, forKey: .blob))
    case .record: return .reference(try container.decode(RecordName.self, forKey: .record))
    case .sealed: return .sealed(try container.decode(Data.self, forKey: .sealed))
    case .asset: return .asset(try container.decode(RecordAsset.self, forKey: .asset))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .integer(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .real(let number):
      var container = encoder.container(keyedBy: Form.self)
      let infinity = Self.infinities.first { $0.value == number }?.key
      try container.encode(infinity ?? number.description, forKey: .real)
    case .blob(let data):
      var container = encoder.container(keyedBy: Form.self)
      try container.encode(data, forKey: .blob)
    case .reference(let name):
      var container = encoder.container(keyedBy: Form.self)
      try container.encode(name, forKey: .record)
    case .sealed(let data):
      var container = encoder.container(keyedBy: Form.self)
      try container.encode(data, forKey: .sealed)
    case .asset(let asset):
      var container = encoder.container(keyedBy: Form.self)
      try container.encode(asset, forKey: .asset)
    }
  }
}
