import PerennialRecords
import PerennialReplication

extension Simulation {
  /// The writes of a device that it has not sent, and the writes of others with which a page meets them.
  struct ExpectedConflicts {
    let token: SyncToken
    /// The records of the page.
    let names: Set<RecordName>
    let writes: [(mine: Ledger.Write, theirs: FieldEdit<RecordValue>)]
  }

  /// Returns the conflicts that a page will cause, from the ledger's writes and the values of the rows.
  func expectedConflicts(of device: SimulatedDevice) -> ExpectedConflicts? {
    guard case .page(let page)? = device.flight?.answer else { return nil }
    let disk = device.store.disk
    let records = Dictionary(page.records.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var writes: [(mine: Ledger.Write, theirs: FieldEdit<RecordValue>)] = []
    for write in ledger.writes where write.device == disk.device && !write.isAcknowledged {
      guard write.name.objectKey != nil, let record = records[write.name],
        record.created == disk.created[write.name], record.state.deletion?.isDeleted != true,
        disk.rows[write.name]?.content.values[write.field] == .integer(write.value),
        let theirs = record.state.edits[write.field], theirs.stamp.device != disk.device,
        theirs.stamp != disk.tracked[write.name]?.acknowledged.state.edits[write.field]?.stamp,
        theirs.stamp != disk.tracked[write.name]?.detachedChanges.edits[write.field]?.stamp,
        theirs.value != .integer(write.value),
        disk.tracked[write.name]?.acknowledged.state.edits[write.field]?.value
          != .integer(write.value)
      else { continue }
      writes.append((write, theirs))
    }
    return ExpectedConflicts(token: page.token, names: Set(records.keys), writes: writes)
  }

  /// Checks that a device has noted the conflicts of a page that it has merged.
  func check(_ expected: ExpectedConflicts?, of device: SimulatedDevice) {
    let disk = device.store.disk
    guard let expected, disk.position.token == expected.token else { return }
    contests.mergePage(of: expected.names, by: disk)
    for (mine, theirs) in expected.writes {
      let isNoted = disk.conflicts.contains { conflict in
        guard case .field(mine.field, _, let own, let other) = conflict.kind else { return false }
        return conflict.name == mine.name && own.value == .integer(mine.value)
          && other == RecordConflict.Write(value: theirs.value, stamp: theirs.stamp)
      }
      if !isNoted { report("\(device.number) has not noted a conflict: \(mine) and \(theirs)") }
    }
  }
}

// MARK: - Decisions

extension Simulation {
  /// Lets a user decide one of the conflicts of a device.
  func resolve(on device: SimulatedDevice, _ random: inout SplitMix64) {
    guard let noted = device.store.disk.conflicts.randomElement(using: &random),
      let choice = RecordConflict.Choice.allCases.randomElement(using: &random)
    else { return }
    // The user sees the objects that those of the conflict were merged into.
    let conflict = noted.following(device.store.redirects)
    let shown = device.store.disk.rows[conflict.name]?.content
    let stamp = device.resolve(noted, with: choice, at: time)
    tell("\(device.number) decides for \(choice): \(conflict)")
    if conflict.kind.isRestored(by: choice), device.store.writesBeforeFailure == nil {
      checkRestoration(of: conflict.name, on: device)
    }
    guard let stamp else { return }
    switch conflict.kind {
    case .field(let field, _, let mine, let theirs):
      let value = choice == .mine ? mine.value : theirs.value
      guard shown?.values[field] != value else { return }
      let row = device.store.disk.rows[conflict.name]?.content
      if Pantry.numbers.contains(field), row?.values[field] != value {
        report("\(device.number) has decided for \(choice), and does not show it: \(conflict)")
      }
      ledger.decide(value, field, of: conflict.name, at: stamp)
      if field == Pantry.unique { ledger.noteName(of: conflict.name, on: device) }
    case .deletedByOther, .deletedHere:
      let created = device.store.tracked(conflict.name)?.acknowledged.created
      ledger.restore(conflict.name, created: created, at: stamp)
    case .uniqueValue: ledger.noteName(of: conflict.name, on: device)
    // The entities of the simulator have no required references.
    case .missingReference: break
    }
  }

  private func checkRestoration(of name: RecordName, on device: SimulatedDevice) {
    // A device that has read the hub again can know nothing of the object any more.
    guard let tracked = device.store.disk.tracked[name], device.store.rowType(of: name) == nil
    else {
      return
    }
    let isMerged =
      tracked.acknowledged.state.redirect != nil || tracked.detachedChanges.redirect != nil
    if !tracked.isLeftOut, !isMerged {
      report("\(device.number) has restored \(name.rawValue), and does not show it")
    }
  }
}

extension RecordConflict.Kind {
  /// Returns `true` if the choice undoes a deletion.
  fileprivate func isRestored(by choice: RecordConflict.Choice) -> Bool {
    switch self {
    case .deletedByOther: choice == .mine
    case .deletedHere: choice == .theirs
    case .field, .uniqueValue, .missingReference: false
    }
  }
}
