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
///   "earlier": {"title": [["0193b1f2c4900000-00004be2a1b2c3d6", "Rice"]]},
///   "life": ["0193b1f2c4a10000-00004be2a1b2c3d4", true]}}}
/// ```
public struct ContestedWrites: Equatable, Sendable {
  /// The number of the change by which the hub has kept the writes. A device that pushes with a position at or after it
  /// has read them.
  public internal(set) var sequence: Int64 = 0
  /// The values that others had written into the fields of the push; into all fields if the push deleted the record.
  public internal(set) var edits: [String: FieldEdit<RecordValue>] = [:]
  /// The stamps of the pushed writes of these fields, or of the pushed deletion. A push whose answer was lost arrives
  /// again: what was written since its first arrival has known of it.
  public internal(set) var own: [String: Stamp] = [:]
  /// The writes that earlier pushes of the device had met in fields of ``edits``, before a later push met another one:
  /// at most one of each other device, the earliest first.
  public internal(set) var earlier: [String: [FieldEdit<RecordValue>]] = [:]
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
      own = edits.mapValues { _ in deletion.stamp }
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
    edits == other.edits && earlier == other.earlier && deletion == other.deletion
  }

  /// Returns the writes that were met in a field, the last one at the end.
  package func writes(in field: String) -> [FieldEdit<RecordValue>] {
    (earlier[field] ?? []) + [edits[field]].compactMap(\.self)
  }

  /// Adds the writes that another push of the device has met.
  ///
  /// If both have met a write in one field, ``edits`` gets that of the later push. The one before moves to ``earlier``,
  /// unless its author has written again. A push that arrives again, or after a later one, adds nothing in a field: its first
  /// arrival has met what was written before, and what was written since can have known of it.
  func adding(_ other: ContestedWrites) -> ContestedWrites {
    var all = self
    all.sequence = 0
    for (field, edit) in other.edits {
      if edits[field] != nil {
        guard let arrived = other.own[field], own[field].map({ $0 < arrived }) ?? true else {
          continue
        }
        let former = writes(in: field).filter { $0.stamp.device != edit.stamp.device }
        all.earlier[field] = former.isEmpty ? nil : former
      }
      all.edits[field] = edit
      all.own[field] = other.own[field]
    }
    all.deletion = other.deletion ?? deletion
    return all
  }

  /// The writes without those of earlier pushes.
  fileprivate var withoutEarlier: ContestedWrites {
    var writes = self
    writes.earlier = [:]
    return writes
  }

  /// Returns the writes with other values.
  fileprivate func replacingValues(
    _ transform: (_ field: String, _ edit: FieldEdit<RecordValue>) throws -> RecordValue
  ) rethrows -> ContestedWrites {
    func replaced(
      _ edit: FieldEdit<RecordValue>, in field: String
    ) throws -> FieldEdit<RecordValue> {
      FieldEdit(stamp: edit.stamp, value: try transform(field, edit), base: edit.base)
    }
    var writes = self
    for (field, edit) in edits { writes.edits[field] = try replaced(edit, in: field) }
    for (field, edits) in earlier {
      writes.earlier[field] = try edits.map { try replaced($0, in: field) }
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
    let stillUnread = contested[device].flatMap { kept in
      kept.sequence > 0 && kept.sequence <= position ? nil : kept
    }
    if state != stored.state { contested[device] = stillUnread }
    guard sequence > position,
      let met = ContestedWrites(of: part.state, by: device, over: stored.state)
    else { return }
    let all = stillUnread?.adding(met) ?? met
    if contested[device].map({ $0.isSame(as: all) }) == true { return }
    // Conflicts can be left out. A record must not become too large for any later push.
    let others = contested.filter { $0.key != device }.values.reduce(0) { $0 + $1.byteCount }
    let fitting = [all, all.withoutEarlier].first {
      byteCount + others + $0.byteCount <= HubLimits.recordBytes
    }
    if let fitting { contested[device] = fitting }
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
    case sequence, edits = "fields", own, earlier, deletion = "life"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sequence = try container.decode(Int64.self, forKey: .sequence)
    edits = try container.decodeIfPresent([String: FieldEdit].self, forKey: .edits) ?? [:]
    own = try container.decodeIfPresent([String: Stamp].self, forKey: .own) ?? [:]
    earlier = try container.decodeIfPresent([String: [FieldEdit]].self, forKey: .earlier) ?? [:]
    deletion = try container.decodeIfPresent(DeletionState.self, forKey: .deletion)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sequence, forKey: .sequence)
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    if !own.isEmpty { try container.encode(own, forKey: .own) }
    if !earlier.isEmpty { try container.encode(earlier, forKey: .earlier) }
    try container.encodeIfPresent(deletion, forKey: .deletion)
  }
}
