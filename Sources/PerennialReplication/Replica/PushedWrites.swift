public import PerennialRecords

/// The writes of a device that the hub has acknowledged, until a page contains them: with it come the writes of others
/// that the push has met; see ``ContestedWrites``.
public struct PushedWrites: Equatable, Sendable, Codable {
  /// The stamps of the written fields.
  public private(set) var fields: [String: Stamp] = [:]
  /// The writes that these have replaced, as far as the device knew them.
  public private(set) var replaced: [String: FieldEdit<RecordValue>] = [:]
  /// The stamp of a deletion.
  public private(set) var deletion: Stamp?

  /// Adds the writes of an acknowledged request.
  ///
  /// - Parameters:
  ///   - part: The part of the record in the request.
  ///   - known: The record as the device knew it before.
  mutating func add(_ part: RecordState<RecordValue>, over known: RecordState<RecordValue>) {
    for (field, cell) in part.cells where known.cells[field]?.stamp != cell.stamp {
      if fields.updateValue(cell.stamp, forKey: field) == nil {
        replaced[field] = known.cells[field]
      }
    }
    if let life = part.life, life.isDeleted, known.life?.stamp != life.stamp {
      deletion = life.stamp
    }
  }

  /// `true` if there are none.
  var isEmpty: Bool { fields.isEmpty && deletion == nil }

  /// Returns `true` if a record of the hub contains the writes, or later ones, or if a reset has discarded them.
  func areContained(in state: RecordState<RecordValue>) -> Bool {
    func isContained(_ stamp: Stamp, _ other: Stamp?, _ field: String?) -> Bool {
      let reset = state.reset.joined(with: field.flatMap { state.fieldResets[$0] })
      return [other, reset].contains { $0.map { $0 >= stamp } ?? false }
    }
    return fields.allSatisfy { isContained($0.value, state.cells[$0.key]?.stamp, $0.key) }
      && deletion.map { isContained($0, state.life?.stamp, nil) } ?? true
  }
}
