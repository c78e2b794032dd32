/// The JSON form of a catalog's content of a preset, without empty members:
///
/// ```json
/// {"version": 2, "values": {"title": "Pasta"}, "formerValues": {"title": ["Noodles"]}}
/// ```
extension CatalogVersion: Codable where Value: Codable {
  private enum Member: String, CodingKey {
    case version, values, links, formerValues, formerLinks, isRetired, identity
  }

  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    func decode<Content: Decodable>(_ key: Member) throws -> [String: Content] {
      try container.decodeIfPresent([String: Content].self, forKey: key) ?? [:]
    }
    self.init(
      version: try container.decode(Int.self, forKey: .version),
      values: try decode(.values),
      links: try decode(.links),
      formerValues: try decode(.formerValues),
      formerLinks: try decode(.formerLinks),
      isRetired: try container.decodeIfPresent(Bool.self, forKey: .isRetired) ?? false,
      identity: try container.decodeIfPresent(String.self, forKey: .identity))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(version, forKey: .version)
    if !values.isEmpty { try container.encode(values, forKey: .values) }
    if !links.isEmpty { try container.encode(links, forKey: .links) }
    if !formerValues.isEmpty {
      try container.encode(formerValues.mapValues { $0.sorted() }, forKey: .formerValues)
    }
    if !formerLinks.isEmpty {
      try container.encode(formerLinks.mapValues { $0.sorted() }, forKey: .formerLinks)
    }
    if isRetired { try container.encode(true, forKey: .isRetired) }
    try container.encodeIfPresent(identity, forKey: .identity)
  }
}

extension UnstampedDuplicate: Codable where Value: Codable {
  private enum Member: String, CodingKey { case device, versions }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    let number = try container.decode(Int64.self, forKey: .device)
    guard let device = DeviceIdentifier(rawValue: number) else {
      throw DecodingError.dataCorruptedError(
        forKey: .device, in: container, debugDescription: "The device \(number) is negative.")
    }
    self.device = device
    for (text, version) in try container.decode([String: Version].self, forKey: .versions) {
      guard let milliseconds = Int64(text), String(milliseconds) == text else {
        throw DecodingError.dataCorruptedError(
          forKey: .versions, in: container,
          debugDescription: "“\(text)” is not a time in milliseconds.")
      }
      versions[milliseconds] = version
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(device.rawValue, forKey: .device)
    let texts = Dictionary(uniqueKeysWithValues: versions.map { (String($0.key), $0.value) })
    try container.encode(texts, forKey: .versions)
  }
}

extension UnstampedDuplicate.Version: Codable where Value: Codable {
  private enum Member: String, CodingKey { case values, links }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    values = try container.decode([String: Value].self, forKey: .values)
    links = try container.decodeIfPresent([String: Set<RecordName>].self, forKey: .links) ?? [:]
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(values, forKey: .values)
    if !links.isEmpty { try container.encode(links.mapValues { $0.sorted() }, forKey: .links) }
  }
}
