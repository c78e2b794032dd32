/// A record, as devices and a hub exchange it: its name, its type, and all or a part of what is known of it.
///
/// Two records with one name and one ``created`` are parts of the same knowledge: their join is the knowledge
/// of both. A device can therefore send only what it has changed, and a hub only what is new.
public struct Record: Equatable, Sendable {
  /// The name, unique in a zone.
  public let name: RecordName
  /// The first name that the entity ever had.
  public let type: String
  /// The stamp of the transaction that created the object; nil for presets, whose names belong to one preset.
  ///
  /// Two devices could draw the same key for two objects. The stamps of their creation differ.
  public let created: Stamp?
  /// The content and the changes of the record.
  public var state: RecordState<RecordValue>
  /// The writes that pushes have met, by the device that has pushed. Only a hub writes them.
  public internal(set) var contested: [DeviceIdentifier: ContestedWrites] = [:]

  /// Creates a record.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var record = Record(.object(key: 17), type: "Recipe", created: clock.next())
  /// record.state.write(.integer(20), to: "minutes", at: clock.next())
  /// ```
  public init(
    _ name: RecordName, type: String, created: Stamp? = nil,
    state: RecordState<RecordValue> = RecordState()
  ) {
    self.name = name
    self.type = type
    self.created = created
    self.state = state
  }

  /// Returns `true` if both are parts of the same record.
  ///
  /// ```swift
  /// func merged(_ record: Record, into stored: Record) -> Record? {
  ///   guard stored.isSame(as: record) else { return nil }
  ///   var merged = stored
  ///   merged.state.join(record.state)
  ///   return merged
  /// }
  /// ```
  public func isSame(as other: Record) -> Bool {
    name == other.name && type == other.type && created == other.created
  }

  /// `true` if a hub may forget the record some time later: a deleted object.
  ///
  /// The deletions of presets stay, because their names return. So do objects that were merged into others, because
  /// references to them lead to those.
  public var isForgettable: Bool {
    (name.objectKey != nil || created != nil) && state.deletion?.isDeleted == true
      && state.redirect == nil
  }
}

/// The JSON form:
///
/// ```json
/// {"name": "o.00b1f2c4a0000001", "type": "Tag", "created": "0193b1f2c4a00000-00004be2a1b2c3d4", "state": {}}
/// ```
///
/// ``contested`` is a member if it is not empty.
extension Record: Codable {
  private enum CodingKeys: CodingKey { case name, type, created, state, contested }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(RecordName.self, forKey: .name),
      type: try container.decode(String.self, forKey: .type),
      created: try container.decodeIfPresent(Stamp.self, forKey: .created),
      state: try container.decode(RecordState.self, forKey: .state))
    let contested = try container.decodeIfPresent(
      [String: ContestedWrites].self, forKey: .contested)
    for (device, writes) in contested ?? [:] {
      guard let device = DeviceIdentifier(digits: device) else { continue }
      self.contested[device] = writes
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(created, forKey: .created)
    try container.encode(state, forKey: .state)
    if contested.isEmpty { return }
    let writes = contested.map { ($0.key.digits, $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: writes), forKey: .contested)
  }
}

extension DeviceIdentifier {
  /// The number with 16 hexadecimal digits.
  var digits: String { UInt64(bitPattern: rawValue).hexadecimal }

  /// Creates the device whose ``digits`` are a text; nil if it is not one.
  init?(digits: String) {
    guard let number = Int64(digits, radix: 16), let device = DeviceIdentifier(rawValue: number),
      device.digits == digits
    else { return nil }
    self = device
  }
}
