import Perennial
import PerennialRecords
import PerennialReplication

// One-to-one relationships. Records have one of the two sides, and the other one follows from it. If several
// records reference one object, the latest write counts. The others show no value, until it is gone.

/// Decides which record keeps its reference, of several that reference one object by a one-to-one relationship.
final class OneToOneConflicts {
  /// An object that one or more records reference by a one-to-one relationship.
  private struct OneToOneConflict: Hashable {
    /// The identity of the relationship's column.
    let reference: String
    /// The key of the object.
    let target: Int64
  }

  private let sync: SyncTransaction
  private let connection: Connection
  private let recordTable: RecordTable
  private let editTable: LocalEditTable
  /// The relationships that writes of this transaction may have changed.
  private var conflicts: Set<OneToOneConflict> = []

  init(_ sync: SyncTransaction, recordTable: RecordTable, editTable: LocalEditTable) {
    (self.sync, self.recordTable, self.editTable) = (sync, recordTable, editTable)
    connection = sync.connection
  }

  /// Notes the object that a row references by a one-to-one relationship.
  func note(_ reference: SyncedEntity.OneToOneReference, of location: RowLocation) throws {
    let targets = try connection.integers(
      "SELECT \(reference.column.name) FROM \(reference.table) WHERE _pk = ? AND \(reference.column.name) NOT NULL",
      [.integer(location.key)])
    for target in targets {
      conflicts.insert(OneToOneConflict(reference: reference.identity, target: target))
    }
  }

  /// Decides all that were noted, also the ones of earlier transactions.
  func settle() throws {
    try connection.rows("SELECT claim, target FROM \(SyncTables.contests)") { row in
      conflicts.insert(OneToOneConflict(reference: row.string(), target: row.int64()))
    }
    let pending = conflicts
    conflicts = []
    for conflict in pending.sorted(by: { ($0.reference, $0.target) < ($1.reference, $1.target) }) {
      try settle(conflict)
    }
  }

  private func settle(_ conflict: OneToOneConflict) throws {
    guard let reference = sync.schema.oneToOneReference(conflict.reference) else { return }
    let target = SQLValue.integer(conflict.target)
    let rivals = try rivals(for: conflict, reference)
    let winner = try rivals.max {
      try stamp(of: $0, conflict, reference) < stamp(of: $1, conflict, reference)
    }
    let column = reference.column
    for key in rivals where key != winner {
      let losers = try connection.integers(
        """
        UPDATE \(reference.table) SET \(column.name) = NULL WHERE _pk = ? AND \(column.name) = ? \
        RETURNING _pk
        """, [.integer(key), target])
      for loser in losers {
        sync.changes.update(loser, mask: column.property.mask, of: reference.entity)
      }
    }
    if let winner {
      try connection.run(
        "UPDATE \(reference.table) SET \(column.name) = ?1 WHERE _pk = ?2 AND \(column.name) IS NOT ?1",
        [target, .integer(winner)])
      sync.changes.update(winner, mask: column.property.mask, of: reference.entity)
    }
    let owner = winner.map { SQLValue.integer($0) } ?? .null
    let changed = try connection.integers(
      """
      UPDATE \(reference.destinationTable) SET \(reference.inverseColumn) = iif(_pk = ?2, ?1, NULL) \
      WHERE _pk = ?2 AND \(reference.inverseColumn) IS NOT ?1 \
      OR _pk <> ?2 AND \(reference.inverseColumn) = ?1 RETURNING _pk
      """, [owner, target])
    for key in changed {
      sync.changes.update(key, mask: reference.inverse.mask, of: reference.destination)
    }
    try connection.run(
      rivals.count > 1
        ? "INSERT OR IGNORE INTO \(SyncTables.contests) (claim, target) VALUES (?, ?)"
        : "DELETE FROM \(SyncTables.contests) WHERE claim = ? AND target = ?",
      [.text(conflict.reference), target])
  }

  /// Returns the rows that reference an object, and those that would if no other did.
  private func rivals(for conflict: OneToOneConflict, _ reference: SyncedEntity.OneToOneReference)
    throws -> [Int64]
  {
    let column = reference.column
    let target = RecordName(rowKey: conflict.target)
    guard let row = try sync.locate(target),
      row.entity.containerEntity.layout.isKind(of: reference.destination.layout)
    else { return [] }
    var rivals = try connection.integers(
      "SELECT _pk FROM \(reference.table) WHERE \(column.name) = ?", [.integer(conflict.target)])
    for name in try recordTable.records(referencing: target) {
      guard let key = name.rowKey, !rivals.contains(key),
        try editTable.edits(of: name)?.fields[column.field] == nil,
        try acknowledgedEdit(of: name, column.field)?.target == target,
        try connection.hasRow(
          "SELECT 1 FROM \(reference.table) WHERE _pk = ? AND \(column.name) IS NULL",
          [.integer(key)]
        )
      else { continue }
      rivals.append(key)
    }
    return rivals.sorted()
  }

  /// Returns the value of a field that the hub has, and its stamp.
  private func acknowledgedEdit(
    of name: RecordName, _ field: String
  ) throws -> (target: RecordName?, stamp: Stamp)? {
    guard let tracked = try recordTable.tracked(name), tracked.isAcknowledged else { return nil }
    let resets = try recordTable.tracked(.manifest)?.acknowledged.state ?? RecordState()
    let record = tracked.acknowledged
    let reading = RecordReading(
      record.state, sharedReset: resets.reset.joined(with: resets.fieldResets[record.type]))
    return reading.value(of: field).map {
      ($0.target, reading.edit(of: field)?.stamp ?? .beforeSync)
    }
  }

  private func stamp(
    of key: Int64, _ conflict: OneToOneConflict, _ reference: SyncedEntity.OneToOneReference
  ) throws -> (Stamp, Int64) {
    let (name, field) = (RecordName(rowKey: key), reference.column.field)
    if let known = try acknowledgedEdit(of: name, field),
      known.target == RecordName(rowKey: conflict.target)
    {
      return (known.stamp, key)
    }
    let edits = try editTable.edits(of: name)
    return (edits?.fields[field] ?? edits?.insertion ?? .beforeSync, key)
  }
}
