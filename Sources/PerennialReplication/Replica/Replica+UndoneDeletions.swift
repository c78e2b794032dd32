import PerennialRecords

/// Objects whose deletion a user has undone: their rows have the values from before it, at the times of these writes.
extension Replica {
  /// Keeps the times of unsent changes through the deletion of their row.
  func keepStamps(of edits: LocalEdits, ofDeleted name: RecordName) throws {
    // A preset comes back with the catalog's values. What no request contained is in no other device.
    guard name.objectKey != nil, var tracked = try store.recordTable.tracked(name),
      tracked.isAcknowledged || tracked.isSent
    else { return }
    let former = edits.insertion == nil ? [:] : tracked.unsentAtDeletion
    tracked.unsentAtDeletion = former.merging(edits.fields) { $1 }
    try store.recordTable.write(tracked, named: name)
  }

  /// Shows what other devices have written and counted in rows whose deletion was undone. An object that was merged into
  /// another one meanwhile has no row.
  func showReturned(_ returned: [RecordName: LocalEdits]) throws {
    var names: [RecordName] = []
    let shared = try shared
    for (name, edits) in returned {
      guard let tracked = try store.recordTable.tracked(name) else { continue }
      let isAsBefore = tracked.missed.isEmpty && tracked.unsentAtDeletion.isEmpty
      if isAsBefore, tracked.known.redirect == nil { continue }
      names.append(name)
      for conflict in try conflicts(of: name, tracked: tracked, edits: edits, shared: shared) {
        try store.conflictTable.write(conflict)
      }
    }
    if !names.isEmpty { try rewriteRows(names.sorted()) }
  }

  /// Returns the conflicts between values that were not sent before the deletion, and later ones that have arrived since.
  private func conflicts(
    of name: RecordName, tracked: TrackedRecord, edits: LocalEdits, shared: SharedKnowledge
  ) throws -> [RecordConflict] {
    if tracked.unsentAtDeletion.isEmpty { return [] }
    let (record, known) = (tracked.acknowledged, tracked.acknowledged.state)
    let changes = try changes(of: name, tracked: tracked, edits: edits, shared: shared)
    return tracked.unsentAtDeletion.sorted { $0.key < $1.key }.compactMap { field, stamp in
      guard let theirs = known.edits[field], theirs.stamp > stamp,
        let mine = changes.edits[field], mine.stamp == stamp, !mine.value.isSame(as: theirs.value)
      else { return nil }
      return RecordConflict(
        name: name, type: record.type,
        kind: .field(
          field, base: tracked.missed[field],
          mine: RecordConflict.Write(value: mine.value, stamp: stamp),
          theirs: RecordConflict.Write(value: theirs.value, stamp: theirs.stamp)))
    }
  }
}
