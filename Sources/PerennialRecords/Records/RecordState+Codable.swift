/// The JSON form has the members that are not empty:
///
/// ```json
/// {"fields": {"title": ["0193b1f2c4a00000-00004be2a1b2c3d4", "Pasta", "Noodles"]},
///  "life": ["0193b1f2c4a10000-00004be2a1b2c3d4", true]}
/// ```
///
/// A field is a list of its stamp, its value and, if there was one, the catalog's value at that time. `life`
/// is a list of a stamp and `true` for a deletion. Members with other names are ``RecordState/others``.
extension RecordState: Codable where Value: Codable {
  private enum Member: String, CodingKey {
    case fields, links, counters, upsert, reset, resets, redirect
    case catalogVersion = "edition"
    case deletion = "life"
    case duplicates = "copies"
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Member.self)
    catalogVersion = try container.decodeIfPresent(CatalogVersion.self, forKey: .catalogVersion)
    edits = try container.decodeIfPresent([String: FieldEdit].self, forKey: .fields) ?? [:]
    links = try container.decodeIfPresent([String: LinkEdits].self, forKey: .links) ?? [:]
    counters = try container.decodeIfPresent([String: CounterTotals].self, forKey: .counters) ?? [:]
    deletion = try container.decodeIfPresent(DeletionState.self, forKey: .deletion)
    upsert = try container.decodeIfPresent(Stamp.self, forKey: .upsert)
    reset = try container.decodeIfPresent(Stamp.self, forKey: .reset)
    fieldResets = try container.decodeIfPresent([String: Stamp].self, forKey: .resets) ?? [:]
    duplicates = try container.decodeNames(UnstampedDuplicate<Value>.self, forKey: .duplicates)
    redirect = try container.decodeIfPresent(Redirect.self, forKey: .redirect)
    let members = try decoder.container(keyedBy: AnyMember.self)
    for key in members.allKeys where Member(rawValue: key.stringValue) == nil {
      others[key.stringValue] = try members.decode(UnknownContent.self, forKey: key)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encodeIfPresent(catalogVersion, forKey: .catalogVersion)
    if !edits.isEmpty { try container.encode(edits, forKey: .fields) }
    if !links.isEmpty { try container.encode(links, forKey: .links) }
    if !counters.isEmpty { try container.encode(counters, forKey: .counters) }
    try container.encodeIfPresent(deletion, forKey: .deletion)
    try container.encodeIfPresent(upsert, forKey: .upsert)
    try container.encodeIfPresent(reset, forKey: .reset)
    if !fieldResets.isEmpty { try container.encode(fieldResets, forKey: .resets) }
    try container.encode(names: duplicates, forKey: .duplicates)
    try container.encodeIfPresent(redirect, forKey: .redirect)
    if others.isEmpty { return }
    var members = encoder.container(keyedBy: AnyMember.self)
    for (name, content) in others {
      try members.encode(content, forKey: AnyMember(stringValue: name))
    }
  }
}

extension FieldEdit: Codable where Value: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let stamp = try container.decode(Stamp.self)
    let value = try container.decode(Value.self)
    let base = container.isAtEnd ? nil : try container.decode(Value.self)
    self.init(stamp: stamp, value: value, base: base)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(stamp)
    try container.encode(value)
    if let base { try container.encode(base) }
  }
}

extension DeletionState: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let stamp = try container.decode(Stamp.self)
    self.init(stamp: stamp, isDeleted: try container.decode(Bool.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(stamp)
    try container.encode(isDeleted)
  }
}

extension Redirect: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let version = try container.decode(Int.self)
    self.init(version: version, target: try container.decode(RecordName.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(version)
    try container.encode(target)
  }
}

// MARK: - Objects whose members are names of records

extension KeyedDecodingContainer {
  func decodeNames<Content: Decodable>(
    _ type: Content.Type, forKey key: Key
  ) throws -> [RecordName: Content] {
    let texts = try decodeIfPresent([String: Content].self, forKey: key) ?? [:]
    return Dictionary(uniqueKeysWithValues: texts.map { (RecordName($0.key), $0.value) })
  }
}

extension KeyedEncodingContainer {
  /// Encodes an object, unless it is empty.
  mutating func encode(names: [RecordName: some Encodable], forKey key: Key) throws {
    if names.isEmpty { return }
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0.key.rawValue, $0.value) })
    try encode(texts, forKey: key)
  }
}
