extension UnknownContent: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([UnknownContent].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: UnknownContent].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension UnknownContent {
  /// The approximate number of bytes of the JSON form.
  var byteCount: Int {
    switch self {
    case .null, .bool: 5
    case .integer, .real: 20
    case .text(let text): text.utf8.count + 2
    case .list(let elements): elements.reduce(2) { $0 + $1.byteCount + 1 }
    case .object(let members):
      members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.byteCount }
    }
  }
}
