import PerennialRecords

/// The history of the store: its changes are the queue of what is to be sent.
extension Replica {
  /// Takes changes of the store's history into the list of changes to send.
  ///
  /// - Returns: `true` if the history has further transactions.
  public func readHistory(limit: Int = 1000) throws -> Bool {
    var position = try store.position
    let transactions = try store.transactions(after: position.transaction, limit: limit)
    guard let last = transactions.last else { return false }
    var edited: [RecordName: LocalEdits] = [:]
    for transaction in transactions {
      for change in transaction.changes {
        let name = change.name
        var edits = try edited[name] ?? store.editTable.edits(of: name) ?? LocalEdits()
        if case .deletion = change { try keepStamps(of: edits, ofDeleted: name) }
        edits.add(change, at: transaction.stamp)
        edited[name] = edits
      }
    }
    for (name, edits) in edited {
      try store.editTable.write(edits, of: name)
      try clearRefusal(of: name)
    }
    try keepReturned(edited, in: transactions)
    try keepRemovedReferences(edited)
    try forgetChanges(ofRetired: edited)
    let returned = edited.filter { $1.insertion != nil || $1.offer != nil || $1.reset != nil }.keys
      .sorted()
    // The device's catalog can lack presets that a reset concerns. Their rows are as before the reset.
    if let manifest = edited[.manifest] { try rewriteRows(presets(resetBy: manifest)) }
    try showReturned(edited.filter { $1.insertion != nil })
    try rewriteReferences(to: returned)
    let offered = edited.filter { $1.offer != nil }.keys.sorted()
    try rewriteMerged(into: offered)
    try rewriteLaterCatalogs(in: offered)
    try rewriteRetiredPresets(in: edited)
    try settleUniqueValues(of: edited.keys.sorted())
    // The changes of a part are taken again if the rest of its transaction is not taken with them.
    position.transaction = last.isPart ? last.number - 1 : last.number
    try store.write(position)
    return true
  }

  /// Keeps the links with which objects have come back, as additions at that time, those that they had lost before, and
  /// the resets of restored presets. The rows get the changes of other devices later.
  private func keepReturned(
    _ edited: [RecordName: LocalEdits], in transactions: [LocalTransaction]
  ) throws {
    let stamps = Set(transactions.map(\.stamp))
    let shared = try shared
    for (name, edits) in edited {
      guard let insertion = edits.insertion, stamps.contains(insertion),
        var tracked = try store.recordTable.tracked(name), tracked.isAcknowledged || tracked.isSent
      else { continue }
      let record = try self.edited(name, tracked: tracked, edits: edits, shared: shared)
      let changes = try edits.state(of: record)
      for field in changes.fieldResets.keys where edits.fieldResets[field] == nil {
        tracked.detachedChanges.reset(field, at: insertion)
      }
      try keepRemovals(of: record, edits, since: insertion, in: &tracked) { target in
        // A target that was deleted since, and has come back, was removed with its row.
        edited[target]?.latestOfRow.map { $0 > insertion } ?? false
      }
      if name.objectKey != nil { keepLinks(of: record, edits, since: insertion, in: &tracked) }
      try store.recordTable.write(tracked, named: name)
    }
  }

  /// Keeps the links of a row as additions by its insertion, without those that the user has added or removed since.
  private func keepLinks(
    of record: EditedRecord, _ edits: LocalEdits, since insertion: Stamp,
    in tracked: inout TrackedRecord
  ) {
    for (field, targets) in record.content?.links ?? [:] {
      for target in targets
      where edits.links[field]?[target].map({ $0.stamp < insertion }) ?? true {
        tracked.detachedChanges.link(field, to: target, at: insertion)
      }
    }
  }

  /// Keeps the removals of links from before the deletion that an insertion has undone.
  ///
  /// - Parameter isExcluded: A closure that returns `true` for a target that was removed for another reason.
  func keepRemovals(
    of record: EditedRecord, _ edits: LocalEdits, since insertion: Stamp,
    in tracked: inout TrackedRecord, without isExcluded: (RecordName) -> Bool = { _ in false }
  ) throws {
    for (field, targets) in record.content?.links ?? [:] {
      for target in record.shown.links(of: field)
      where try !record.late.contains(field) && !targets.contains(target)
        && edits.links[field]?[target] == nil
        && !isExcluded(target) && record.isShown(target, field)
      {
        tracked.detachedChanges.unlink(
          field, from: target, at: insertion, seen: record.base.state,
          following: record.redirects)
      }
    }
  }

  /// Keeps the removal of references apart from their rows. If the former target goes later, the row shows no value
  /// with the removal and without it.
  private func keepRemovedReferences(_ edited: [RecordName: LocalEdits]) throws {
    let shared = try shared
    for (name, edits) in edited where !edits.fields.isEmpty {
      guard var tracked = try store.recordTable.tracked(name) else { continue }
      let known = tracked.known
      let references = edits.fields.keys.filter {
        (known.edits[$0]?.value ?? known.catalogVersion?.values[$0])?.target != nil
      }
      guard !references.isEmpty, try store.isPresent(name) else { continue }
      let changes = try changes(of: name, tracked: tracked, edits: edits, shared: shared)
      var edits = edits
      for field in references {
        guard let removal = changes.edits[field], removal.value == .null,
          removal.stamp == edits.fields[field]
        else { continue }
        tracked.detachedChanges.write(.null, to: field, over: removal.base, at: removal.stamp)
        edits.fields[field] = nil
      }
      if tracked.known == known { continue }
      try store.recordTable.write(tracked, named: name)
      try store.editTable.write(edits.isEmpty ? nil : edits, of: name)
    }
  }

  /// Lets a record be sent again that the hub has refused as it was.
  private func clearRefusal(of name: RecordName) throws {
    guard var tracked = try store.recordTable.tracked(name), tracked.refusal != nil else { return }
    tracked.refusal = nil
    try store.recordTable.write(tracked, named: name)
  }
}
