import PerennialRecords

/// Two devices have given one key to two objects.
extension Replica {
  /// Gives an object another key, because its name belongs to an object of another device.
  func rename(_ name: RecordName, _ tracked: TrackedRecord) throws {
    let former = tracked.acknowledged
    // A hub that was restored can have given the name to another object since it acknowledged this one.
    let isLost = tracked.isAcknowledged || tracked.needsFullUpload
    if isLost, tracked.known.redirect != nil { return try forgetMerged(name) }
    var renamed = tracked
    renamed.acknowledged = Record(
      try store.rename(name), type: former.type, created: former.created, state: former.state)
    renamed.needsFullUpload = isLost
    renamed.isAcknowledged = false
    renamed.refusal = nil
    try redirectMerged(into: name, to: renamed.acknowledged.name, isLost: isLost)
    try renameReferences(from: name, to: renamed.acknowledged.name, withCounts: true)
    try renameConflicts(of: name, to: renamed.acknowledged.name)
    try store.recordTable.write(renamed, named: renamed.acknowledged.name)
    try forget(name)
  }

  /// Forgets an object that was merged into another one, because its name belongs to an object of another device now.
  ///
  /// The other object has all of its changes, under the former name. With a new name, they would count twice.
  private func forgetMerged(_ name: RecordName) throws {
    let target = try store.recordTable.redirects.destination(of: name)
    try redirectMerged(into: name, to: target, isLost: true)
    try renameReferences(from: name, to: target, withCounts: false)
    try renameConflicts(of: name, to: target)
    try forget(name)
  }

  /// Forgets what is known of an object whose name belongs to another one now. What its writes have met is lost with the
  /// hub's record.
  private func forget(_ name: RecordName) throws {
    try store.recordTable.write(nil as TrackedRecord?, named: name)
    try store.write(nil as PushedWrites?, of: name)
  }

  /// Changes the redirects of the objects that were merged into an object.
  ///
  /// - Parameter isLost: `true` if the hub has had the object, and has lost it.
  private func redirectMerged(
    into former: RecordName, to name: RecordName, isLost: Bool
  ) throws {
    let reading = try store.position.reading
    for source in try store.recordTable.redirects.sources(of: former) {
      guard var merged = try store.recordTable.tracked(source) else { continue }
      merged.detachedChanges.redirect(from: former, to: name)
      if isLost, merged.reading != reading {
        // The database that had this redirect was replaced.
        merged.acknowledged.state.redirect(from: former, to: name)
      }
      try store.recordTable.write(merged, named: source)
    }
  }

  /// Changes the name of an object in references that the user has written and that no row has any more.
  ///
  /// - Parameter withCounts: `true` to change it also in what was counted in the object.
  private func renameReferences(
    from former: RecordName, to name: RecordName, withCounts: Bool
  ) throws {
    let device = try store.device
    var last: RecordName?
    while true {
      let sources = try store.editTable.editedNames(after: last, limit: 256)
      guard let end = sources.last else { return }
      for source in sources {
        guard var tracked = try store.recordTable.tracked(source) else { continue }
        let changes = tracked.detachedChanges
        tracked.detachedChanges.renameReferences(from: former, to: name, writtenBy: device)
        if withCounts { tracked.detachedChanges.renameCounts(in: former, name, writtenBy: device) }
        if tracked.detachedChanges != changes {
          try store.recordTable.write(tracked, named: source)
        }
      }
      last = end
    }
  }
}
