import PerennialRecords

/// Rows that stand for one object.
struct MergeGroup<Value: FieldValue> {
  let identity: MergeIdentity
  /// The rows, the oldest first, whatever order they were found in.
  let rows: [MergeRow<Value>]
  /// The name of the row that stays. For a preset, it is the preset's own row, even if that does not
  /// exist yet. So a replica that has only some of the rows chooses the same row as one that has all.
  let winner: RecordName

  /// Creates a group; nil if there are no rows.
  init?(_ identity: MergeIdentity, _ rows: [MergeRow<Value>]) {
    let rows = rows.sorted { ($0.key, $0.name) < ($1.key, $1.name) }
    guard let oldest = rows.first else { return nil }
    self.identity = identity
    self.rows = rows
    winner = if case .preset(let name) = identity { name } else { oldest.name }
  }

  /// The row that stays; nil if it does not exist yet.
  var own: MergeRow<Value>? { rows.first { $0.name == winner } }

  var losers: [MergeRow<Value>] { rows.filter { $0.name != winner } }
}
