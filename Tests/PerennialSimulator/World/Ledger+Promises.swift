import PerennialRecords
import PerennialReplication

// The promises of the hub, and the questions of the checks.

extension Ledger {
  /// Notes that a device has learned that the hub has its changes of some records.
  mutating func acknowledge(
    _ records: [Record], upTo transaction: Int64, by device: SimulatedDevice
  ) {
    let disk = device.store.disk
    let sent = Dictionary(uniqueKeysWithValues: records.map { ($0.name, $0.state) })
    for (index, write) in writes.enumerated()
    where write.device == disk.device && write.transaction <= transaction {
      guard let state = sent[write.name] else { continue }
      let cell = state.edits[write.field]
      // A device whose clock was wrong has replaced the stamps of what it had not sent.
      if cell?.value == .integer(write.value), let cell { writes[index].stamp = cell.stamp }
      let isInRequest = cell?.value == .integer(write.value)
      if isInRequest || disk.correction == 0 && !write.isDecision {
        writes[index].isAcknowledged = true
      }
    }
    for (index, deletion) in deletions.enumerated()
    where deletion.device == disk.device && deletion.transaction <= transaction {
      guard let state = sent[deletion.name] else { continue }
      if let life = state.deletion, life.isDeleted { deletions[index].stamp = life.stamp }
      if disk.correction == 0 || state.deletion?.isDeleted == true {
        deletions[index].isAcknowledged = true
      }
    }
  }

  /// Returns the creation of the object that a user has referenced with a stamp; nil if it is not known.
  func choice(_ field: String, in record: Record, at stamp: Stamp) -> Choice? {
    choices.last { $0.created == record.created && $0.field == field && $0.stamp == stamp }
  }

  /// Notes that a device has given an object another key.
  mutating func rename(_ former: RecordName, to name: RecordName, by device: SimulatedDevice) {
    let number = device.store.disk.device
    renamed.formUnion([former, name])
    renames.append((number, former, name))
    replace(former, by: name, of: number)
  }

  private mutating func replace(
    _ former: RecordName, by name: RecordName, of number: DeviceIdentifier
  ) {
    for index in links.indices where links[index].device == number {
      if links[index].source == former { links[index].source = name }
      if links[index].target == former { links[index].target = name }
    }
    for index in moves.indices where moves[index].device == number {
      if moves[index].source == former { moves[index].source = name }
      if moves[index].target == former { moves[index].target = name }
    }
    for index in writes.indices
    where writes[index].device == number && writes[index].name == former {
      writes[index].name = name
    }
    // Also the numbers of an object that was deleted, and whose deletion the user has undone.
    for (value, origin) in origins where origin.device == number && origin.name == former {
      origins[value]?.name = name
    }
    for index in deletions.indices
    where deletions[index].device == number && deletions[index].name == former {
      deletions[index].name = name
    }
    for index in restorations.indices
    where restorations[index].device == number && restorations[index].name == former {
      restorations[index].name = name
    }
    for index in upserts.indices
    where upserts[index].device == number && upserts[index].name == former {
      upserts[index].name = name
    }
  }

  /// Forgets the changes that a device has lost and that the hub does not have to have: their numbers will be
  /// given again.
  mutating func lose(_ device: SimulatedDevice) {
    let number = device.store.disk.device
    let (last, created) = (device.store.disk.lastTransaction, device.store.disk.created)
    for (device, former, name) in renames.reversed()
    where device == number && created[name] == nil && created[former] != nil {
      replace(name, by: former, of: number)
    }
    writes.removeAll { !$0.isAcknowledged && $0.device == number && $0.transaction > last }
    deletions.removeAll { !$0.isAcknowledged && $0.device == number && $0.transaction > last }
    restorations.removeAll { !$0.isAcknowledged && $0.device == number && $0.transaction > last }
    upserts.removeAll { $0.device == number && $0.transaction > last }
    links.removeAll { $0.device == number && $0.transaction > last }
    moves.removeAll { $0.device == number && $0.transaction > last }
    // A decision has no transaction that could tell if the power cut has taken it back.
    writes.removeAll { !$0.isAcknowledged && $0.device == number && $0.isDecision }
    restorations.removeAll { !$0.isAcknowledged && $0.device == number && $0.isDecision }
    for index in writes.indices where writes[index].device == number && writes[index].isDecision {
      writes[index].isCut = true
    }
    for index in writes.indices
    where writes[index].device == number && writes[index].transaction > last {
      writes[index].isCut = true
    }
    for index in deletions.indices
    where deletions[index].device == number && deletions[index].transaction > last {
      deletions[index].isCut = true
    }
  }

  /// Notes that a device has nothing left to send. All that it has not lost is a promise now.
  mutating func finish(_ device: SimulatedDevice) {
    let disk = device.store.disk
    // A device whose clock was wrong has replaced stamps, and those of changes without values are not known.
    guard disk.correction == 0 else { return }
    for index in writes.indices where writes[index].device == disk.device {
      writes[index].isAcknowledged = true
    }
    for index in deletions.indices where deletions[index].device == disk.device {
      deletions[index].isAcknowledged = true
    }
    for index in restorations.indices where restorations[index].device == disk.device {
      restorations[index].isAcknowledged = true
    }
    for index in upserts.indices where upserts[index].device == disk.device {
      upserts[index].isAcknowledged = true
    }
  }

  /// Returns `true` if a user has deleted a record, under this name or under an earlier one.
  func isDeleted(_ record: Record) -> Bool {
    deleted.contains {
      $0.created == record.created && (record.created != nil || $0.name == record.name)
    }
  }

  /// Returns `true` if a user has written a number to a record first, and not to another one.
  func isWritten(_ value: RecordValue, to name: RecordName) -> Bool {
    guard case .integer(let number) = value, let origin = origins[number] else { return true }
    return origin.name == name
  }

  /// Returns the first write of a number. A decision of a conflict can have written it again.
  func origin(of value: Int64) -> Write? { writes.first { $0.value == value && !$0.isDecision } }

  /// Notes that the hub has forgotten deleted records. A change that a device has not sent can bring one of them
  /// back.
  mutating func hubForgets(_ records: [Record]) {
    if !records.isEmpty { hasHubForgotten = true }
    forgotten.formUnion(records.compactMap(\.created))
    for record in records {
      for index in writes.indices where writes[index].name == record.name {
        guard let cell = record.state.edits[writes[index].field] else { continue }
        if writes[index].isAcknowledged || cell.stamp >= writes[index].stamp {
          writes[index].isForgotten = true
        }
      }
      let life = record.state.deletion?.stamp
      deletions.removeAll {
        $0.name == record.name && ($0.isAcknowledged || life.isLater(than: $0.stamp))
      }
      links.removeAll { $0.source == record.name || $0.target == record.name }
      moves.removeAll { $0.source == record.name || $0.target == record.name }
    }
  }

  /// Notes that the hub has forgotten deleted records before a device gets the answer to its last request.
  mutating func hubForgets(_ records: [Record], beforeAnswerTo device: SimulatedDevice) {
    guard let flight = device.flight, flight.answer != nil, case .push(let batch) = flight.request
    else { return }
    let sent = Set(batch.request.records.map(\.name)).intersection(records.map(\.name))
    for index in writes.indices
    where writes[index].device == device.store.disk.device && sent.contains(writes[index].name)
      && writes[index].transaction <= flight.transaction
    {
      writes[index].isForgotten = true
    }
  }

  mutating func hubIsRestored() { isHubRestored = true }
}

extension Stamp? {
  /// Returns `true` if the stamp is this late, or later.
  fileprivate func isLater(than stamp: Stamp) -> Bool { map { $0 >= stamp } ?? false }
}
