import PerennialRecords
import PerennialReplication

// The acts of users, as the transactions of devices have them.

extension Ledger {
  mutating func note(_ transaction: LocalTransaction, by device: SimulatedDevice) {
    let disk = device.store.disk
    for change in transaction.changes {
      switch change {
      case .insertion(let name):
        deletions.removeAll { $0.name == name && $0.device == disk.device }
        inserted.insert(name)
        if let known = device.store.tracked(name)?.acknowledged,
          known.state.deletion?.isDeleted == true
        {
          restorations.append(
            Restoration(
              name: name, created: known.created, stamp: transaction.stamp,
              transaction: transaction.number, device: disk.device))
        }
        guard name.objectKey != nil else { continue }
        // The undone deletion of an object that the hub has forgotten creates it again.
        if deleted.contains(where: {
          $0.name == name && (hasHubForgotten || $0.created == disk.created[name])
        }) {
          returned.insert(name)
        }
        for field in Pantry.numbers { write(field, of: name, in: transaction, on: disk) }
        links.removeAll { $0.source == name && $0.device == disk.device }
        removeAgain(name, in: transaction, on: disk)
        for field in Pantry.references { choose(field, of: name, in: transaction, on: disk) }
        let tracked = device.store.tracked(name)
        // A power cut can have taken back that the object was sent.
        let isSent = tracked.map { $0.isSent || $0.isAcknowledged } ?? false
        for target in disk.rows[name]?.content.links[Pantry.links] ?? [] {
          link(
            name, to: target, isAdded: true, in: transaction, by: device,
            since: isSent ? nil : disk.created[name])
          move(name, to: target, in: transaction, on: disk)
        }
      case .upsert(let name):
        // No other device can delete an object that was never sent.
        let tracked = device.store.tracked(name)
        guard tracked?.isSent ?? false || tracked?.isAcknowledged ?? false else { continue }
        upserts.append(
          Upsert(
            name: name, created: disk.created[name], stamp: transaction.stamp,
            transaction: transaction.number, device: disk.device))
      case .update(let name, let fields):
        for field in fields { write(field, of: name, in: transaction, on: disk) }
        for field in fields where Pantry.references.contains(field) {
          choose(field, of: name, in: transaction, on: disk)
        }
      case .deletion(let name):
        // The values of a deleted row that were not sent are gone with it.
        writes.removeAll { !$0.isAcknowledged && $0.name == name && $0.device == disk.device }
        formerRemovals += links.filter {
          $0.source == name && $0.device == disk.device && !$0.isAdded
        }
        links.removeAll {
          ($0.source == name || $0.target == name) && $0.device == disk.device
        }
        moves.removeAll {
          ($0.source == name || $0.target == name) && $0.device == disk.device
        }
        deletions.append(
          Deletion(
            name: name, created: disk.created[name], stamp: transaction.stamp,
            transaction: transaction.number, device: disk.device,
            isOfUnsent: device.store.tracked(name).map { !$0.isSent && !$0.isAcknowledged } ?? true,
            known: knownUpsert(of: name, by: device)))
        upserts.removeAll { $0.name == name && $0.device == disk.device }
        deleted.insert(Deleted(name: name, created: disk.created[name]))
      case .offer(let name) where disk.rows[name] != nil:
        // A preset comes back before its deletion is sent.
        if deletions.contains(where: { $0.name == name && $0.device == disk.device }) {
          deletions.removeAll { $0.name == name && $0.device == disk.device }
          inserted.insert(name)
        }
      case .reset(let name, let field):
        discard(by: disk.device) { $0.name == name && (field == nil || $0.field == field) }
      case .resetAll(let type):
        discard(by: disk.device) { write in
          write.name.objectKey == nil && (type == nil || type == Pantry.type(ofPreset: write.name))
        }
      case .link(let name, _, let target):
        link(name, to: target, isAdded: true, in: transaction, by: device)
        move(name, to: target, in: transaction, on: disk)
      case .order(let name, _, let target): move(name, to: target, in: transaction, on: disk)
      case .unlink(let name, _, let target):
        // A device that has not sent a move forgets it with the link.
        moves.removeAll { $0.source == name && $0.target == target }
        unlinked.insert([name, target])
        link(name, to: target, isAdded: false, in: transaction, by: device)
      default: continue
      }
    }
  }

  /// Returns the latest upsert of an object that a device knows of, its own included.
  private func knownUpsert(of name: RecordName, by device: SimulatedDevice) -> Stamp? {
    let own = upserts.filter { $0.name == name && $0.device == device.store.disk.device }
    let received = device.store.tracked(name).flatMap {
      $0.acknowledged.state.joined(with: $0.detachedChanges).upsert
    }
    return received.joined(with: own.map(\.stamp).max())
  }

  /// Notes the links that an object does not have after its deletion was undone: the user had removed them before.
  private mutating func removeAgain(
    _ name: RecordName, in transaction: LocalTransaction, on disk: Disk
  ) {
    for act in formerRemovals where act.source == name && act.device == disk.device {
      guard disk.rows[act.target] != nil, disk.created[act.target] == act.created,
        disk.rows[name]?.content.links[Pantry.links]?.contains(act.target) != true
      else { continue }
      links.append(
        LinkAct(
          source: name, target: act.target, stamp: transaction.stamp,
          transaction: transaction.number, device: act.device, isAdded: false,
          since: transaction.stamp.time, created: act.created, seen: act.seen))
    }
    formerRemovals.removeAll { $0.source == name && $0.device == disk.device }
  }

  /// Notes the name that a user has given to a label, or has decided for.
  mutating func noteName(of label: RecordName, on device: SimulatedDevice) {
    let disk = device.store.disk
    guard let created = disk.created[label],
      let value = disk.rows[label]?.content.values[Pantry.unique]
    else { return }
    names.insert(Name(created: created, value: value))
  }

  /// Notes the names of labels that a device has deleted and that another one has inserted anew: the device sends the
  /// names that they have now, if it has sent other ones before.
  mutating func noteReturnedNames(on device: SimulatedDevice) {
    let disk = device.store.disk
    for deletion in deletions where deletion.device == disk.device {
      noteName(of: deletion.name, on: device)
    }
  }

  /// Notes the object that a user has referenced.
  private mutating func choose(
    _ field: String, of name: RecordName, in transaction: LocalTransaction, on disk: Disk
  ) {
    guard let target = disk.rows[name]?.content.values[field]?.target else { return }
    choices.append(
      Choice(
        source: name, field: field, created: disk.created[name], stamp: transaction.stamp,
        target: disk.created[target]))
  }

  /// Forgets the writes that a user has reset before they were sent.
  private mutating func discard(
    by device: DeviceIdentifier, where isReset: (Write) -> Bool
  ) {
    writes.removeAll { !$0.isAcknowledged && $0.device == device && isReset($0) }
  }

  /// Notes the latest change of a link by a device.
  private mutating func link(
    _ source: RecordName, to target: RecordName, isAdded: Bool, in transaction: LocalTransaction,
    by device: SimulatedDevice, since: Stamp? = nil
  ) {
    let disk = device.store.disk
    let known = disk.tracked[source]?.acknowledged.state.links[Pantry.links]?.edits[target]
    links.removeAll { $0.source == source && $0.target == target && $0.device == disk.device }
    links.append(
      LinkAct(
        source: source, target: target, stamp: transaction.stamp,
        transaction: transaction.number, device: disk.device, isAdded: isAdded,
        since: (since ?? transaction.stamp).time, created: disk.created[target],
        seen: isAdded ? [:] : known?.additions ?? [:],
        wasKnown: known?.standing(after: nil) != nil))
  }

  /// Notes the order keys that a link has got.
  private mutating func move(
    _ source: RecordName, to target: RecordName, in transaction: LocalTransaction, on disk: Disk
  ) {
    guard let order = disk.rows[source]?.content.orders[Pantry.links]?[target] else { return }
    for (key, isInverse) in [(order.key, false), (order.inverseKey, true)] {
      guard let key, places.insert(key).inserted, !unlinked.contains([source, target]) else {
        continue
      }
      moves.removeAll {
        $0.source == source && $0.target == target && $0.device == disk.device
          && $0.isInverse == isInverse
      }
      moves.append(
        Move(
          source: source, target: target, stamp: transaction.stamp,
          transaction: transaction.number, device: disk.device, isInverse: isInverse, key: key,
          created: disk.created[target]))
    }
  }

  private mutating func write(
    _ field: String, of name: RecordName, in transaction: LocalTransaction, on disk: Disk
  ) {
    guard case .integer(let value) = disk.rows[name]?.content.values[field],
      Pantry.numbers.contains(field)
    else { return }
    if value <= Pantry.greatestDefault || origins[value] != nil {
      // The field has an earlier value again. A value in between that was not sent is no edit any more.
      writes.removeAll {
        !$0.isAcknowledged && $0.name == name && $0.field == field && $0.device == disk.device
          && $0.value != value
      }
      return
    }
    origins[value] = (name, field, disk.device)
    writes.append(
      Write(
        name: name, field: field, value: value, stamp: transaction.stamp,
        transaction: transaction.number, device: disk.device))
  }

  /// Forgets the upserts of objects that have an earlier value again: they can have changed nothing.
  mutating func forgetUpserts(givenBackBy transaction: LocalTransaction) {
    for case .update(let name, _) in transaction.changes {
      upserts.removeAll { $0.name == name && $0.device == transaction.stamp.device }
    }
  }

  /// Notes what a client without a store has written to the hub, which has it at once.
  mutating func noteClient(
    _ value: Int64, _ field: String, of name: RecordName, at stamp: Stamp
  ) {
    origins[value] = (name, field, stamp.device)
    writes.append(
      Write(
        name: name, field: field, value: value, stamp: stamp, transaction: 0,
        device: stamp.device, isAcknowledged: true))
  }

  /// Notes the value for which a user has decided.
  mutating func decide(
    _ value: RecordValue, _ field: String, of name: RecordName, at stamp: Stamp
  ) {
    guard case .integer(let number) = value, Pantry.numbers.contains(field) else { return }
    decisions.insert(stamp)
    upserts.removeAll { $0.name == name && $0.device == stamp.device }
    writes.append(
      Write(
        name: name, field: field, value: number, stamp: stamp, transaction: 0,
        device: stamp.device, isDecision: true))
  }

  /// Notes that a user has undone a deletion.
  mutating func restore(_ name: RecordName, created: Stamp?, at stamp: Stamp) {
    deletions.removeAll { $0.name == name && $0.device == stamp.device }
    restorations.append(
      Restoration(
        name: name, created: created, stamp: stamp, transaction: 0, device: stamp.device,
        isDecision: true))
  }
}
