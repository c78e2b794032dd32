import Perennial
import PerennialRecords
import PerennialReplication

// One-to-one relationships. Records have one of the two sides, and the other one follows from it. If several
// records reference one object, the latest write counts. The others show no value, until it is gone.

/// The decisions about objects that several records reference by a one-to-one relationship.
final class PairContests {
  /// An object that one or more records reference by a one-to-one relationship.
  private struct Contest: Hashable {
    /// The identity of the relationship's column.
    let claim: String
    /// The key of the object.
    let target: Int64
  }

  private let sync: SyncTransaction
  private let connection: Connection
  private let knowledge: RecordKnowledge
  private let unsent: UnsentChanges
  /// The relationships that writes of this transaction may have changed.
  private var contests: Set<Contest> = []

  init(_ sync: SyncTransaction, _ knowledge: RecordKnowledge, _ unsent: UnsentChanges) {
    (self.sync, self.knowledge, self.unsent) = (sync, knowledge, unsent)
    connection = sync.connection
  }

  /// Notes the object that a row references by a one-to-one relationship.
  func note(_ claim: SyncedEntity.Claim, of place: RowPlace) throws {
    let targets = try connection.integers(
      "SELECT \(claim.column.name) FROM \(claim.table) WHERE _pk = ? AND \(claim.column.name) NOT NULL",
      [.integer(place.key)])
    for target in targets { contests.insert(Contest(claim: claim.identity, target: target)) }
  }

  /// Decides all that were noted, also the ones of earlier transactions.
  func settle() throws {
    try connection.rows("SELECT claim, target FROM \(SyncTables.contests)") { row in
      contests.insert(Contest(claim: row.string(), target: row.int64()))
    }
    let pending = contests
    contests = []
    for contest in pending.sorted(by: { ($0.claim, $0.target) < ($1.claim, $1.target) }) {
      try settle(contest)
    }
  }

  private func settle(_ contest: Contest) throws {
    guard let claim = sync.schema.claim(contest.claim) else { return }
    let target = SQLValue.integer(contest.target)
    let rivals = try rivals(for: contest, claim)
    let winner = try rivals.max {
      try stamp(of: $0, contest, claim) < stamp(of: $1, contest, claim)
    }
    let column = claim.column
    for key in rivals where key != winner {
      let losers = try connection.integers(
        """
        UPDATE \(claim.table) SET \(column.name) = NULL WHERE _pk = ? AND \(column.name) = ? \
        RETURNING _pk
        """, [.integer(key), target])
      for loser in losers { sync.changes.update(loser, column.property.mask, claim.entity) }
    }
    if let winner {
      try connection.run(
        "UPDATE \(claim.table) SET \(column.name) = ?1 WHERE _pk = ?2 AND \(column.name) IS NOT ?1",
        [target, .integer(winner)])
      sync.changes.update(winner, column.property.mask, claim.entity)
    }
    let owner = winner.map { SQLValue.integer($0) } ?? .null
    let changed = try connection.integers(
      """
      UPDATE \(claim.destinationTable) SET \(claim.inverseColumn) = iif(_pk = ?2, ?1, NULL) \
      WHERE _pk = ?2 AND \(claim.inverseColumn) IS NOT ?1 \
      OR _pk <> ?2 AND \(claim.inverseColumn) = ?1 RETURNING _pk
      """, [owner, target])
    for key in changed { sync.changes.update(key, claim.inverse.mask, claim.destination) }
    try connection.run(
      rivals.count > 1
        ? "INSERT OR IGNORE INTO \(SyncTables.contests) (claim, target) VALUES (?, ?)"
        : "DELETE FROM \(SyncTables.contests) WHERE claim = ? AND target = ?",
      [.text(contest.claim), target])
  }

  /// Returns the rows that reference an object, and those that would if no other did.
  private func rivals(for contest: Contest, _ claim: SyncedEntity.Claim) throws -> [Int64] {
    let column = claim.column
    let target = RecordName(rowKey: contest.target)
    guard let row = try sync.locate(target),
      row.entity.entity.layout.isKind(of: claim.destination.layout)
    else { return [] }
    var rivals = try connection.integers(
      "SELECT _pk FROM \(claim.table) WHERE \(column.name) = ?", [.integer(contest.target)])
    for name in try knowledge.records(referencing: target) {
      guard let key = name.rowKey, !rivals.contains(key),
        try unsent.edits(of: name)?.fields[column.field] == nil,
        try acknowledgedEdit(of: name, column.field)?.target == target,
        try !connection.integers(
          "SELECT 1 FROM \(claim.table) WHERE _pk = ? AND \(column.name) IS NULL", [.integer(key)]
        ).isEmpty
      else { continue }
      rivals.append(key)
    }
    return rivals.sorted()
  }

  /// Returns the value of a field that the hub has, and its stamp.
  private func acknowledgedEdit(
    of name: RecordName, _ field: String
  ) throws -> (target: RecordName?, stamp: Stamp)? {
    guard let tracked = try knowledge.tracked(name), tracked.isAcknowledged else { return nil }
    let resets = try knowledge.tracked(.manifest)?.acknowledged.state ?? RecordState()
    let record = tracked.acknowledged
    let reading = RecordReading(
      record.state, sharedReset: resets.reset.joined(with: resets.fieldResets[record.type]))
    return reading.value(of: field).map {
      ($0.target, reading.cell(of: field)?.stamp ?? .beforeSync)
    }
  }

  private func stamp(
    of key: Int64, _ contest: Contest, _ claim: SyncedEntity.Claim
  ) throws -> (Stamp, Int64) {
    let (name, field) = (RecordName(rowKey: key), claim.column.field)
    if let known = try acknowledgedEdit(of: name, field),
      known.target == RecordName(rowKey: contest.target)
    {
      return (known.stamp, key)
    }
    let edits = try unsent.edits(of: name)
    return (edits?.fields[field] ?? edits?.insertion ?? .beforeSync, key)
  }
}
