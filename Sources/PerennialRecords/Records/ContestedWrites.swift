/// The writes of other devices that a push has met, and of which the pushing device knew nothing: the hub keeps them in
/// the record until the device has read them.
///
/// The hub compares the position of a push with the number of the record's last change, and stamps with stamps. It does
/// not know which writes the device had received of a record that has changed since. The device leaves those out.
///
/// The JSON form is a member of the record beside its state:
///
/// ```json
/// {"contested": {"4be2a1b2c3d40001": {
///   "sequence": 12,
///   "fields": {"title": ["0193b1f2c4a00000-00004be2a1b2c3d4", "Pasta"]},
///   "own": {"title": "0193b1f2c4a20000-00004be2a1b2c3d5"},
///   "life": ["0193b1f2c4a10000-00004be2a1b2c3d4", true]}}}
/// ```
public struct ContestedWrites: Equatable, Sendable {
  /// The number of the change by which the hub has kept the writes. A device that pushes with a position at or after it
  /// has read them.
  public internal(set) var sequence: Int64 = 0
  /// The values that others had written into the fields of the push; into all fields if the push deleted the record.
  public internal(set) var edits: [String: FieldEdit<RecordValue>] = [:]
  /// The stamps of the pushed writes of these fields. A push whose answer was lost arrives again: what was written since
  /// its first arrival has known of it.
  public internal(set) var own: [String: Stamp] = [:]
  /// The deletion by another device that the push has met.
  public internal(set) var deletion: DeletionState?

  /// Returns the writes of others in a stored record that a push meets; nil if it meets none.
  init?(
    of part: RecordState<RecordValue>, by device: DeviceIdentifier,
    over stored: RecordState<RecordValue>
  ) {
    let ofOthers = stored.edits.filter { field, cell in
      cell.stamp.device != device && stored.counters[field] == nil
    }
    if let deletion = part.deletion, deletion.isDeleted, deletion.stamp.device == device {
      if stored.deletion?.isDeleted != true { edits = ofOthers }
    } else {
      let written = part.edits.filter { $0.value.stamp.device == device }
      edits = ofOthers.filter { field, cell in
        written[field].map { $0.stamp != cell.stamp && $0.value != cell.value } ?? false
      }
      own = written.filter { edits[$0.key] != nil }.mapValues(\.stamp)
      let isUpsert = part.upsert.map { $0.device == device } ?? false
      if !written.isEmpty || isUpsert, let deletion = stored.deletion, deletion.isDeleted,
        deletion.stamp.device != device
      {
        self.deletion = deletion
      }
    }
    if edits.isEmpty, deletion == nil { return nil }
  }

  /// Returns `true` if both are of the same writes.
  func isSame(as other: ContestedWrites) -> Bool {
    edits == other.edits && deletion == other.deletion
  }

  /// Adds the writes that a later push has met. They replace those that an earlier push of the same fields has met.
  func adding(_ other: ContestedWrites) -> ContestedWrites {
    var all = other
    for (field, cell) in edits where all.edits[field] == nil || all.own[field] == own[field] {
      all.edits[field] = cell
      all.own[field] = own[field]
    }
    all.deletion = other.deletion ?? deletion
    return all
  }

  /// Returns the writes with other values.
  fileprivate func replacingValues(
    _ transform: (_ field: String, _ edit: FieldEdit<RecordValue>) throws -> RecordValue
  ) rethrows -> ContestedWrites {
    var writes = self
    for (field, edit) in edits {
      writes.edits[field] = FieldEdit(
        stamp: edit.stamp, value: try transform(field, edit), base: edit.base)
    }
    return writes
  }
}

extension Record {
  /// Keeps the writes of others that a push has met, and forgets those that the device has read.
  ///
  /// - Parameters:
  ///   - part: The part of the record in the push.
  ///   - stored: The record as it was before.
  ///   - position: The number of the last change that the device has received.
  ///   - sequence: The number of the stored record's last change.
  mutating func keepContested(
    by part: Record, over stored: Record, receivedUpTo position: Int64, changedAt sequence: Int64
  ) {
    // A device that offers a whole record again sends the writes of others too.
    let devices = Set(part.state.edits.values.map(\.stamp.device))
      .union([part.state.deletion?.stamp.device, part.state.upsert?.device].compactMap(\.self))
    guard let device = devices.first, devices.count == 1 else { return }
    if let kept = contested[device], kept.sequence > 0, kept.sequence <= position,
      state != stored.state
    {
      contested[device] = nil
    }
    guard sequence > position,
      let met = ContestedWrites(of: part.state, by: device, over: stored.state)
    else { return }
    let all = contested[device].map { $0.adding(met) } ?? met
    if contested[device].map({ $0.isSame(as: all) }) == true { return }
    // Conflicts can be left out. A record must not become too large for any later push.
    let others = contested.filter { $0.key != device }.values.reduce(0) { $0 + $1.byteCount }
    guard byteCount + others + all.byteCount <= HubLimits.recordBytes else { return }
    contested[device] = all
  }

  /// The record without the writes that pushes have met.
  public var withoutContested: Record {
    var record = self
    record.contested = [:]
    return record
  }

  /// Returns the record with other values of the writes that pushes have met.
  package func replacingContested(
    _ transform: (_ field: String, _ edit: FieldEdit<RecordValue>) throws -> RecordValue
  ) rethrows -> Record {
    if contested.isEmpty { return self }
    var record = self
    record.contested = try contested.mapValues { try $0.replacingValues(transform) }
    return record
  }

  /// Notes the number of the change by which new contested writes are kept.
  mutating func numberContested(_ sequence: Int64) {
    for (device, writes) in contested where writes.sequence == 0 {
      contested[device]?.sequence = sequence
    }
  }
}

extension ContestedWrites {
  /// The former name of ``edits``.
  @available(*, deprecated, renamed: "edits")
  public var cells: [String: FieldEdit<RecordValue>] { edits }

  /// The former name of ``deletion``.
  @available(*, deprecated, renamed: "deletion")
  public var life: DeletionState? { deletion }
}

extension ContestedWrites: Codable {
  private enum CodingKeys: String, CodingKey {
    case sequence, edits = "fields", own, deletion = "life"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sequence = try container.decode(Int64.self, forKey: .sequence)
    edits = try container.decodeIfPresent([String: FieldEdit].self, forKey: .edits) ?? [:]
    own = try container.decodeIfPresent([String: Stamp].self, forKey: .own) ?? [:]
    deletion = try container.decodeIfPresent(DeletionState.self, forKey: .deletion)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sequence, forKey: .sequence)
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    if !own.isEmpty { try container.encode(own, forKey: .own) }
    try container.encodeIfPresent(deletion, forKey: .deletion)
  }
}
