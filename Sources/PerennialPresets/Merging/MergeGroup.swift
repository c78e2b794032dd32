import Perennial

/// Rows that are one object.
struct MergeGroup<Value: FieldValue> {
  let identity: MergeIdentity
  /// The oldest first, whatever order they came in.
  let rows: [MergeRow<Value>]

  init(identity: MergeIdentity, rows: [MergeRow<Value>]) {
    self.identity = identity
    self.rows = rows.sorted { ($0.key, $0.name) < ($1.key, $1.name) }
  }

  /// The name of the row that stays. A preset's is its own, even if there is no such row yet: so whoever
  /// sees only some of the rows agrees with those who see all.
  var winner: RecordName? {
    switch identity {
    case .preset(let name): name
    case .key: rows.first?.name
    }
  }

  var losers: [MergeRow<Value>] { rows.filter { $0.name != winner } }

  /// Whether the rows hold nothing but what the catalog has had, as a whole, in some version. A field
  /// that the version says nothing of speaks against it.
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
