public import PerennialRecords

/// The writes of a device that the hub has acknowledged, or that it may have although the row has lost them, until a
/// page contains them: with it come the writes of others that the push has met; see ``ContestedWrites``.
public struct PushedWrites: Equatable, Sendable, Codable {
  /// The stamps of the written fields.
  public private(set) var fields: [String: Stamp] = [:]
  /// The writes that these have replaced, as far as the device knew them.
  public private(set) var replaced: [String: FieldEdit<RecordValue>] = [:]
  /// The stamp of a deletion.
  public private(set) var deletion: Stamp?
  /// The stamp of an upsert.
  public private(set) var upsert: Stamp?
  /// The number of the last ``ContestedWrites`` of the record that this device has read; nil if it has read none, or if the
  /// hub keeps none any more.
  ///
  /// The device's position does not tell: a record that changes again is on a later page than its writes were kept for.
  public private(set) var read: Int64?
  /// The writes of requests without an answer that no row has any more; nil if there are none.
  ///
  /// The hub may have them, and what they have met. Another object was merged into the row, with later values.
  public private(set) var unanswered: [String: UnansweredWrite]?

  /// A write of a field that was in a request without an answer.
  public struct UnansweredWrite: Equatable, Sendable, Codable {
    /// The write.
    public let edit: FieldEdit<RecordValue>
    /// The write that it has replaced, as far as the device knew it.
    public let replaced: FieldEdit<RecordValue>?
  }

  /// Adds the writes of an acknowledged request.
  ///
  /// - Parameters:
  ///   - part: The part of the record in the request.
  ///   - known: The record as the device knew it before.
  mutating func add(_ part: RecordState<RecordValue>, over known: RecordState<RecordValue>) {
    for (field, cell) in part.edits where known.edits[field]?.stamp != cell.stamp {
      if fields.updateValue(cell.stamp, forKey: field) == nil {
        replaced[field] = known.edits[field]
      }
    }
    if let state = part.deletion, state.isDeleted, known.deletion?.stamp != state.stamp {
      deletion = state.stamp
    }
    if let stamp = part.upsert, known.upsert != stamp { upsert = stamp }
  }

  /// Keeps the write of a field whose value the row is about to lose.
  mutating func keep(
    _ edit: FieldEdit<RecordValue>, of field: String, over replaced: FieldEdit<RecordValue>?
  ) {
    let former = unanswered?[field]
    unanswered = (unanswered ?? [:]).merging(
      [field: UnansweredWrite(edit: edit, replaced: former?.replaced ?? replaced)]) { $1 }
  }

  /// `true` if there is nothing to remember.
  var isEmpty: Bool { self == PushedWrites() }

  /// Forgets the writes that a record of the hub contains, and remembers which met writes it has.
  mutating func receive(_ record: Record, by device: DeviceIdentifier) {
    if areContained(in: record.state) { self = PushedWrites() }
    read = record.contested[device]?.sequence
  }

  /// Returns the writes that a push of the device has met, if it has not read them yet.
  static func unreadContest(
    in record: Record, _ pushed: PushedWrites?, by device: DeviceIdentifier
  ) -> ContestedWrites? {
    guard let met = record.contested[device], met.sequence > pushed?.read ?? 0 else { return nil }
    return met
  }

  /// Returns `true` if a record of the hub contains the writes, or later ones, or if a reset has discarded them.
  private func areContained(in state: RecordState<RecordValue>) -> Bool {
    func isContained(_ stamp: Stamp, over other: Stamp?, in field: String?) -> Bool {
      let reset = state.reset.joined(with: field.flatMap { state.fieldResets[$0] })
      return [other, reset].contains { $0.map { $0 >= stamp } ?? false }
    }
    let stamps = (unanswered ?? [:]).mapValues(\.edit.stamp).merging(fields) { max($0, $1) }
    return stamps.allSatisfy { isContained($0.value, over: state.edits[$0.key]?.stamp, in: $0.key) }
      && deletion.map { isContained($0, over: state.deletion?.stamp, in: nil) } ?? true
      && upsert.map { isContained($0, over: state.upsert, in: nil) } ?? true
  }
}
