import Perennial
import PerennialRecords

/// Rows that stand for one object.
struct MergeGroup<Value: FieldValue> {
  let identity: MergeIdentity
  /// The rows, the oldest first, whatever order they were found in.
  let rows: [MergeRow<Value>]

  init(identity: MergeIdentity, rows: [MergeRow<Value>]) {
    self.identity = identity
    self.rows = rows.sorted { ($0.key, $0.name) < ($1.key, $1.name) }
  }

  /// The name of the row that stays. For a preset, it is the preset's own row, even if that does not
  /// exist yet. So a replica that has only some of the rows chooses the same row as one that has all.
  var winner: RecordName? {
    switch identity {
    case .preset(let name): name
    case .key: rows.first?.name
    }
  }

  var losers: [MergeRow<Value>] { rows.filter { $0.name != winner } }

  /// Returns `true` if each row has exactly the values of the catalog in some version, and no stamps. A
  /// field without a value in that version counts as an edit.
  func isUntouched(by defaults: [[String: Value]], following redirects: Redirects) -> Bool {
    rows.allSatisfy { row in
      row.stamps.isEmpty
        && defaults.contains { version in
          version.count == row.values.count
            && version.allSatisfy { field, value in
              row.values[field]?.following(redirects) == value.following(redirects)
            }
        }
    }
  }
}
