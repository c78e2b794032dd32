import PerennialRecords

extension Replica {
  /// Corrects the store's clock by the hub's, if they differ by more than five minutes.
  ///
  /// The unsent changes get the stamps that they would have if the clock had been right: each is moved by the
  /// difference. Their order stays, and each stays later than what the user saw when making it.
  ///
  /// - Parameter hubTime: The hub's clock, in milliseconds since 1970.
  /// - Returns: `true` if the clock was wrong.
  @discardableResult
  public func correctClock(by hubTime: Int64) throws -> Bool {
    let difference = try hubTime - store.milliseconds
    guard abs(difference) > StampClock.tolerance else { return false }
    try moveUnsentStamps(by: difference, upTo: nil, hubTime)
    return true
  }

  /// Gives the unsent changes stamps that the hub accepts, after it has refused them as too far ahead.
  ///
  /// The clock can be right by now although it was wrong when the changes were made. Then the stamps after the
  /// hub's time become those at the hub's time, in their order.
  ///
  /// - Parameter hubTime: The hub's clock, in milliseconds since 1970.
  public func stampAgain(by hubTime: Int64) throws {
    if try !correctClock(by: hubTime) { try moveUnsentStamps(by: 0, upTo: hubTime, hubTime) }
  }

  private func moveUnsentStamps(
    by difference: Int64, upTo limit: Int64?, _ hubTime: Int64
  ) throws {
    while try readHistory() {}
    var stamps: Set<Stamp> = []
    try forEachUnsent { name in
      try store.editTable.edits(of: name)?.collectStamps(into: &stamps)
      store.collectStamps(of: try store.recordTable.tracked(name), into: &stamps)
    }
    let moved = try move(stamps, by: difference, upTo: limit, hubTime)
    try forEachUnsent { name in
      if var edits = try store.editTable.edits(of: name) {
        edits.mapStamps { moved[$0] ?? $0 }
        try store.editTable.write(edits, of: name)
      }
      if var tracked = try store.recordTable.tracked(name),
        tracked.detachedChanges != RecordState() || !tracked.unsentAtDeletion.isEmpty
      {
        tracked.detachedChanges = tracked.detachedChanges.mappingStamps { moved[$0] ?? $0 }
        tracked.unsentAtDeletion = tracked.unsentAtDeletion.mapValues { moved[$0] ?? $0 }
        try store.recordTable.write(tracked, named: name)
      }
    }
    let last = moved.values.max()?.time ?? .zero
    try store.setClock(
      latest: max(last, store.position.latest), correction: difference)
  }

  /// Runs a block for each record with unsent changes, without a list of all of them: there can be millions.
  private func forEachUnsent(_ body: (RecordName) throws -> Void) throws {
    var last: RecordName?
    while true {
      let names = try store.editTable.editedNames(after: last, limit: 1000)
      guard let end = names.last else { return }
      for name in names { try body(name) }
      last = end
    }
  }

  /// Returns the stamps by which the stamps of this device are replaced.
  ///
  /// A stamp that the hub would refuse is this device's too: the file was copied, and its device had another identifier
  /// when the change was made.
  private func move(
    _ stamps: Set<Stamp>, by difference: Int64, upTo limit: Int64?, _ hubTime: Int64
  ) throws -> [Stamp: Stamp] {
    var last = try store.position.latest
    var moved: [Stamp: Stamp] = [:]
    let device = try store.device
    for stamp in stamps.sorted()
    where stamp.device == device || stamp.time.milliseconds - hubTime > StampClock.tolerance {
      let (milliseconds, isOver) = stamp.time.milliseconds.addingReportingOverflow(difference)
      let wanted = HybridTime(
        milliseconds: min(isOver ? 0 : milliseconds, limit ?? .max), counter: stamp.time.counter)
      last = max(wanted, last.successor)
      moved[stamp] = Stamp(time: last, device: stamp.device)
    }
    return moved
  }
}

extension ReplicaStore {
  fileprivate func collectStamps(of tracked: TrackedRecord?, into stamps: inout Set<Stamp>) {
    guard let tracked else { return }
    stamps.formUnion(tracked.unsentAtDeletion.values)
    _ = tracked.detachedChanges.mappingStamps { stamp in
      stamps.insert(stamp)
      return stamp
    }
  }
}

extension LocalEdits {
  fileprivate func collectStamps(into stamps: inout Set<Stamp>) {
    var copy = self
    copy.mapStamps { stamp in
      stamps.insert(stamp)
      return stamp
    }
  }

  fileprivate mutating func mapStamps(_ map: (Stamp) -> Stamp) {
    insertion = insertion.map(map)
    created = created.map(map)
    deletion = deletion.map(map)
    sentDeletion = sentDeletion.map(map)
    upsert = upsert.map(map)
    reset = reset.map(map)
    offer = offer.map(map)
    fields = fields.mapValues(map)
    sentFields = sentFields.mapValues(map)
    sentStamps = sentStamps?.mapValues(map)
    fieldResets = fieldResets.mapValues(map)
    for (field, changes) in links {
      links[field] = changes.mapValues { LinkChange(stamp: map($0.stamp), isAdded: $0.isAdded) }
    }
    orders = orders.mapValues { $0.mapValues(map) }
  }
}
