public import PerennialRecords

extension Replica {
  /// The question for the next changes.
  public var pullRequest: PullRequest {
    get throws { PullRequest(token: try store.position.token) }
  }

  /// Begins to read the zone again from its beginning.
  public func beginReading(_ purpose: ReplicaPosition.Purpose) throws {
    var position = try store.position
    position.beginReading(purpose)
    try store.write(position)
  }

  /// Merges a page of changes if the device is still at the position for which it has asked. A restored backup can have
  /// replaced the contents meanwhile. Then the page says nothing of the records that it does not contain.
  ///
  /// - Returns: `false` if the device has to ask again.
  public func apply(_ page: PullReply, to request: PullRequest) throws -> Bool {
    guard try store.position.token == request.token else { return false }
    try apply(page)
    return true
  }

  /// Merges a page of changes: all its records at once, so that they can exchange unique values and reference
  /// each other.
  public func apply(_ page: PullReply) throws {
    try correctClock(by: page.hubTime)
    while try readHistory() {}
    var position = try store.position
    position.latest.join(latestTime(in: page.records))
    position.noteDatabase(of: page.token)
    while try renameColliding(page.records) {}
    let records = try page.records.map(store.sealing.opened)
    var merge = RowMerge(replica: self, position: position, shared: try shared)
    for record in records where record.name == .manifest { try merge.add(record) }
    if let manifest = records.first(where: { $0.name == .manifest }) {
      try merge.addPresets(resetBy: manifest.state)
    }
    for record in records where record.name != .manifest { try merge.add(record) }
    try merge.write()
    position.token = page.token
    if !page.moreComing {
      try finishReading(position)
      position.purpose = .none
      position.isInitialImportDone = true
    }
    try store.write(position)
  }

  /// Gives objects of this device another key if the hub's records have their names: two devices have given two
  /// objects the same key.
  ///
  /// All objects of a page are renamed before a change of any record is read. Otherwise a reference to an object
  /// of this device would become one to the hub's.
  ///
  /// - Returns: `true` if an object was renamed. Another record can have its new name.
  private func renameColliding(_ records: [Record]) throws -> Bool {
    var isRenamed = false
    for record in records {
      guard let known = try store.recordTable.tracked(record.name),
        known.acknowledged.created != record.created, try !isRestored(record)
      else { continue }
      try rename(record.name, known)
      isRenamed = true
    }
    return isRenamed
  }

  /// Returns `true` if a record is an object of a restored backup, of which this device knows nothing else.
  private func isRestored(_ record: Record) throws -> Bool {
    guard let edits = try store.editTable.edits(of: record.name), edits.isRestored else {
      return false
    }
    return edits.belong(to: record)
  }

  /// Deletes or offers the records that a complete reading did not contain.
  private func finishReading(_ position: ReplicaPosition) throws {
    guard position.purpose == .sweep || position.purpose == .offer else { return }
    let former = try shared
    var deleted: [(record: Record, content: RowContent?)] = []
    for name in try store.recordTable.names(notIn: position.reading) {
      guard var tracked = try store.recordTable.tracked(name) else { continue }
      let isEdited =
        try store.editTable.edits(of: name) != nil || tracked.detachedChanges != RecordState()
      if position.purpose == .sweep, !isEdited, name.objectKey != nil {
        deleted.append((tracked.acknowledged, nil))
        try store.recordTable.write(nil as TrackedRecord?, named: name)
      } else {
        tracked.isAcknowledged = false
        tracked.needsFullUpload = true
        try store.recordTable.write(tracked, named: name)
      }
      // The hub has lost what its writes have met, too.
      try store.write(nil as PushedWrites?, of: name)
    }
    var others = try deleted.flatMap { try rivals(of: $0.record, in: [$0.record.state]) }
    for (record, _) in deleted where record.state.redirect != nil {
      // These rows reference the record that it was merged into.
      others += try store.recordTable.records(referencing: record.name)
    }
    try store.write(deleted)
    var merge = RowMerge(replica: self, position: position, shared: former)
    merge.shared = try shared
    for name in others { try merge.addUnchanged(name) }
    try merge.write()
  }
}
