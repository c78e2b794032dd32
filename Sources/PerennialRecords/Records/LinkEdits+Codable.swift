/// The JSON form: an object with a member for each target. A member has the stamps of the additions, those of
/// the additions that a removal knew, that of the last removal, and the order keys at both ends with their stamps.
///
/// ```json
/// {"p.d82e89a5-9ee6-5001-ae31-9e40cb109445": {"added": ["0193b1f2c4a00000-00004be2a1b2c3d4"]}}
/// ```
extension LinkEdits: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    for (name, edit) in try decoder.singleValueContainer().decode([String: Edit].self) {
      edits[RecordName(name)] = edit
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      Dictionary(uniqueKeysWithValues: edits.map { ($0.key.rawValue, $0.value) }))
  }
}

extension LinkEdits.Edit: Codable {
  private enum Member: String, CodingKey { case added, removed, withdrawn, order, inverseOrder }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Member.self)
    for stamp in try container.decodeIfPresent([Stamp].self, forKey: .added) ?? [] {
      additions[stamp.device].join(stamp.time)
    }
    for stamp in try container.decodeIfPresent([Stamp].self, forKey: .removed) ?? [] {
      removals[stamp.device].join(stamp.time)
    }
    withdrawal = try container.decodeIfPresent(Stamp.self, forKey: .withdrawn)
    order = try container.decodeIfPresent(OrderKey.self, forKey: .order)
    inverseOrder = try container.decodeIfPresent(OrderKey.self, forKey: .inverseOrder)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    if !additions.isEmpty { try container.encode(Self.stamps(additions), forKey: .added) }
    if !removals.isEmpty { try container.encode(Self.stamps(removals), forKey: .removed) }
    try container.encodeIfPresent(withdrawal, forKey: .withdrawn)
    try container.encodeIfPresent(order, forKey: .order)
    try container.encodeIfPresent(inverseOrder, forKey: .inverseOrder)
  }

  private static func stamps(_ times: [DeviceIdentifier: HybridTime]) -> [Stamp] {
    times.map { Stamp(time: $0.value, device: $0.key) }.sorted()
  }
}

/// The JSON form: a list of the stamp and the key.
extension OrderKey: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(stamp: try container.decode(Stamp.self), key: try container.decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(stamp)
    try container.encode(key)
  }
}
