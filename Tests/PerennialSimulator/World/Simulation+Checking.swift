import PerennialRecords
import PerennialReplication

extension Simulation {
  /// Checks the end of a history: that all devices show the same, that it is what the hub has, and that the
  /// hub has all that it has acknowledged.
  func check() {
    guard isQuiet else {
      let states = devices.map {
        "\($0.number): \($0.engine.activity), \($0.flight?.name ?? "no request"), "
          + "\($0.store.disk.position.token?.description ?? "-"), halt \($0.engine.halt?.reason ?? "-")"
      }
      return report(
        "not settled after \(outcome.rounds) rounds; hub \(hub.database.zone.token); \(states)")
    }
    let expected = expectedRows.mapValues(\.withoutEmptyLinks)
    for device in devices {
      if let difference = difference(of: device, from: expected) { return report(difference) }
      if let fault = contests.fault(of: device.store.disk) { return report(fault) }
    }
    for device in devices { ledger.finish(device) }
    let records =
      duplicate ?? mixedRecord ?? incompleteRecord ?? confusedReference ?? hiddenReference
      ?? inventedName ?? foreignValue
    if let broken = records ?? lostWrite ?? resurrection ?? lostRestoration ?? lostUpsert
      ?? lostLink
      ?? lostMove ?? wrongCount ?? staleValue
    {
      report(broken)
    }
  }

  func report(_ text: String) {
    if outcome.violation == nil { tell("violation") }
    outcome.violation = outcome.violation ?? text
  }

  // MARK: Devices and the hub

  private func difference(
    of device: SimulatedDevice, from expected: [RecordName: RowContent]
  ) -> String? {
    let disk = device.store.disk
    if let name = disk.edits.first(where: { !$0.value.isEmpty })?.key {
      return
        "device \(device.number) still has changes of \(name.rawValue): \(disk.edits[name].map { "\($0)" } ?? "-"), \(device.engine)"
    }
    if let name = disk.tracked.first(where: { $0.value.isUnsent })?.key {
      return "device \(device.number) has not offered \(name.rawValue): "
        + "\(disk.tracked[name].map { "\($0)" } ?? "-")"
    }
    if let refused = disk.tracked.first(where: { $0.value.refusal != nil }) {
      return "the hub refuses \(refused.key.rawValue) of device \(device.number)"
    }
    for name in Set(expected.keys).union(disk.rows.keys).sorted() {
      let found = disk.rows[name]?.content.withoutEmptyLinks
      guard found != expected[name] else { continue }
      return
        "device \(device.number) shows \(name.rawValue) as\n  \(found.map { "\($0)" } ?? "nothing")"
        + "\nand the hub has\n  \(expected[name].map { "\($0)" } ?? "nothing")"
    }
    return nil
  }

  /// The rows of the hub's records.
  private var expectedRows: [RecordName: RowContent] {
    let manifest = hub.database.records[.manifest]?.state ?? RecordState()
    var readings: [RecordName: RecordReading<RecordValue>] = [:]
    let redirects = Redirects(in: hub.database.records.mapValues(\.state))
    for (name, record) in hub.database.records where name != .manifest {
      // A preset without content was deleted before it was sent.
      if name.objectKey == nil, record.state.catalogVersion == nil { continue }
      readings[name] = RecordReading(
        record.state, sharedReset: manifest.reset.joined(with: manifest.fieldResets[record.type]),
        redirects: redirects)
    }
    var visible = readings.filter { $0.value.isVisible(hasInboundReferences: false) }
    let names = UniqueNames(of: visible, hub.database.records.mapValues(\.created))
    visible = visible.filter { !names.leftOut.contains($0.key) }
    func isShown(_ target: RecordName, in field: String) -> Bool {
      visible[target] != nil && hub.database.records[target]?.type == Pantry.destinations[field]
    }
    let rows = visible.map { name, reading in
      var content = RowContent()
      for field in reading.fields {
        guard let value = reading.value(of: field) else { continue }
        let isDangling = value.target.map { !isShown($0, in: field) } ?? false
        content.values[field] = isDangling ? .null : value
      }
      for field in reading.linkFields {
        let targets = Set(reading.links(of: field).filter { isShown($0, in: field) })
        content.links[field] = targets
        let keys = reading.orderKeys(of: field).filter { targets.contains($0.key) }
        if !keys.isEmpty { content.orders[field] = keys }
      }
      if let shown = names.shown[name] { content.values[Pantry.unique] = shown }
      return (name, content)
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  // MARK: Unique values

  /// Two labels of a device with one name, or a label whose changes the label does not have that it was merged into.
  private var duplicate: String? {
    for device in devices {
      let names = device.store.disk.rows.values.compactMap { $0.content.values[Pantry.unique] }
      guard Set(names).count == names.count else {
        return "device \(device.number) has duplicates: \(names)"
      }
    }
    let records = hub.database.records
    let redirects = Redirects(in: records.mapValues(\.state))
    for (name, record) in records where record.state.redirect != nil {
      let target = redirects.destination(of: name)
      if records[target] == nil, ledger.hasHubForgotten { continue }
      // A client can merge records in a circle. No device shows them.
      if target == name { continue }
      guard let other = records[target], let first = record.state.edits.values.map(\.stamp).min()
      else {
        return "\(name.rawValue) is merged into \(target.rawValue), which the hub does not have"
      }
      // Only a client merges objects of two entities. The fields of one mean nothing in the other.
      if other.type != record.type { continue }
      for (field, cell) in record.state.edits where Pantry.numbers.contains(field) {
        guard other.state.edits[field].map({ $0.stamp < cell.stamp }) ?? true else { continue }
        if Pantry.catalogs.contains(where: { $0[target]?.values[field] == cell.value }) { continue }
        return "\(target.rawValue) does not have \(field) of \(name.rawValue)"
      }
      if other.state.deletion.map({ $0.stamp < first }) ?? true {
        return "\(target.rawValue) can be deleted by a deletion before \(name.rawValue)"
      }
    }
    return nil
  }

  // MARK: Promises

  /// Returns `true` if a promise to a device holds although the hub's database was replaced.
  private func isKept(_ name: RecordName, by device: DeviceIdentifier, isCut: Bool) -> Bool {
    guard ledger.isHubRestored else { return true }
    return !isCut && !ledger.renamed.contains(name)
      && devices.contains { $0.store.disk.device == device }
  }

  /// An object of which the hub has a part only.
  private var incompleteRecord: String? {
    for (name, record) in hub.database.records where name.objectKey != nil {
      if let field = missingField(of: record) {
        return "the hub has \(name.rawValue) without \(field): \(record.state)"
      }
    }
    return nil
  }

  /// A tag with values of several changes, although tags are merged as a whole.
  private var mixedRecord: String? {
    for (name, record) in hub.database.records
    where record.type == Pantry.tag && record.created != nil {
      let stamps = Set(Pantry.numbers.map { record.state.edits[$0]?.stamp })
      if stamps.count > 1 { return "\(name.rawValue) has values of several changes: \(record)" }
    }
    return nil
  }

  /// A name of a label that replaces the same name, although no user has written it.
  private var inventedName: String? {
    for (name, record) in hub.database.records where record.type == Pantry.label {
      guard let created = record.created, let cell = record.state.edits[Pantry.unique],
        cell.value == cell.base,
        !ledger.names.contains(Ledger.Name(created: created, value: cell.value))
      else { continue }
      return "no user has given \(name.rawValue) its name: \(cell)"
    }
    return nil
  }

  /// A value of an object that a client has merged into a record of another entity.
  private var foreignValue: String? {
    if ledger.isHubRestored || ledger.hasHubForgotten { return nil }
    for (name, record) in hub.database.records {
      for field in Pantry.numbers {
        guard let cell = record.state.edits[field], case .integer(let value) = cell.value,
          let origin = ledger.origins[value], let source = hub.database.records[origin.name],
          source.type != record.type, source.state.redirect != nil
        else { continue }
        return "\(name.rawValue) has \(field) of \(origin.name.rawValue), a \(source.type)"
      }
    }
    return nil
  }

  /// A reference to a preset that is hidden although only a catalog has retired it.
  private var hiddenReference: String? {
    let redirects = Redirects(in: hub.database.records.mapValues(\.state))
    let readings = hub.database.records.filter { $0.key != .manifest }.mapValues {
      reading(of: $0, following: redirects)
    }
    for (name, source) in readings where source.isVisible(hasInboundReferences: false) {
      for target in source.targets {
        guard let preset = readings[target], preset.isVisible(hasInboundReferences: true),
          !preset.isVisible(hasInboundReferences: false)
        else { continue }
        return "\(target.rawValue) is hidden, and \(name.rawValue) references it"
      }
    }
    return nil
  }

  /// A reference to another object than the one that the user has chosen, or none.
  private var confusedReference: String? {
    for (name, record) in hub.database.records {
      for field in Pantry.references {
        guard let cell = record.state.edits[field],
          let choice = ledger.choice(field, in: record, at: cell.stamp)
        else { continue }
        guard let target = cell.value.target else {
          if isLost(choice) { return "\(name.rawValue) references nothing, and not \(choice)" }
          continue
        }
        guard let found = hub.database.records[target], found.created != choice.target,
          !isMerged(choice.target, into: target),
          // A correction of the clock has replaced the stamp of the creation.
          !devices.contains(where: {
            $0.store.disk.correction != 0 && $0.store.disk.device == choice.target?.device
          }),
          !ledger.isHubRestored || !ledger.renamed.contains(target),
          // The name of a forgotten object can belong to another one.
          choice.target.map({ !ledger.forgotten.contains($0) }) ?? true
        else { continue }
        return "\(name.rawValue) references \(found), and not \(choice)"
      }
    }
    return nil
  }

  /// Returns `true` if the hub has the object that a user has referenced. A catalog or a user can have removed a preset, and
  /// a user an object, before the reference was sent.
  private func isLost(_ choice: Ledger.Choice) -> Bool {
    guard let created = choice.target, !ledger.isHubRestored, !ledger.hasHubForgotten else {
      return false
    }
    return !ledger.deleted.contains { $0.created == created }
      && hub.database.records.values.contains { $0.created == created }
  }

  /// Returns `true` if an object was merged into a record. If a client has merged it, too, the hub has one of both
  /// records.
  private func isMerged(_ created: Stamp?, into target: RecordName) -> Bool {
    guard let created else { return false }
    if ledger.mergedByClient.contains(created) { return true }
    return hub.database.records.contains { name, record in
      record.created == created && record.state.redirect != nil
        && namesMerged(from: name).contains(target)
    }
  }

  /// An acknowledged write that the hub does not have, and that no later one has replaced.
  private var lostWrite: String? {
    for write in ledger.writes
    where write.isAcknowledged && !write.isForgotten
      && isKept(write.name, by: write.device, isCut: write.isCut)
    {
      if ledger.isHubRestored, hub.database.records[write.name]?.state.deletion?.isDeleted ?? true,
        ledger.deleted.contains(where: { $0.name == write.name })
      {
        // A device that was cut off from its acknowledgement has deleted the object before it sent it again.
        continue
      }
      guard let record = hub.database.records[write.name] else {
        // A reset has left no edit of a preset, and a catalog has retired it before it was sent.
        if write.name.objectKey == nil,
          let reset = sharedReset(ofType: Pantry.type(ofPreset: write.name)), reset >= write.stamp
        {
          continue
        }
        return "\(write.name.rawValue) is lost"
      }
      let reading = reading(of: record)
      if reading.isDeleted,
        !ledger.isDeleted(record)
      {
        return "\(write.name.rawValue) is deleted, and no user has deleted it"
      }
      if reading.reset(of: write.field).map({ $0 >= write.stamp }) ?? false {
        continue
      }
      if let cell = record.state.edits[write.field], cell.stamp.device != write.device,
        record.type != Pantry.tag || record.created == nil, isStampedAgain(cell, over: write)
      {
        return "\(write) is replaced by an older write with a later stamp: \(cell)"
      }
      guard let cell = record.state.edits[write.field], cell.stamp >= write.stamp else {
        return
          "\(write) is lost: the hub has \(record.state.edits[write.field].map { "\($0)" } ?? "nothing")"
      }
    }
    return nil
  }

  /// A restoration without effect, and without a later deletion.
  private var lostRestoration: String? {
    for restoration in ledger.restorations where restoration.isAcknowledged {
      // The restoration of an object that was merged into another one is one of that object.
      guard let record = hub.database.records[restoration.name],
        // A hub that has forgotten the deleted object can have got another one with its name.
        record.created == restoration.created, record.state.redirect == nil,
        let life = record.state.deletion
      else { continue }
      let reset = reading(of: record).reset()
      if life.isDeleted, life.stamp < restoration.stamp, reset.map({ $0 < life.stamp }) ?? true {
        return "\(restoration) has no effect: the hub has \(life)"
      }
    }
    return nil
  }

  /// An object that a user has inserted anew, and that a deletion has removed whose device did not know of it.
  private var lostUpsert: String? {
    if ledger.isHubRestored || ledger.hasHubForgotten { return nil }
    if devices.contains(where: { $0.store.disk.correction != 0 }) { return nil }
    for upsert in ledger.upserts where upsert.isAcknowledged {
      guard let record = hub.database.records[upsert.name], record.created == upsert.created,
        let life = record.state.deletion, life.isDeleted, record.state.redirect == nil,
        // Of two insertions, the later one counts.
        record.state.upsert.map({ $0 <= upsert.stamp }) ?? true,
        // A device can have deleted it again, since it has learned of the insertion.
        let deletion = ledger.deletions.last(where: {
          $0.name == upsert.name && $0.stamp == life.stamp
        })
      else { continue }
      // Another user has deleted the new object, too, and has known of it.
      let isDeletedKnowingly = ledger.deletions.contains {
        $0.name == upsert.name && $0.isAcknowledged && $0.known.map { $0 >= upsert.stamp } ?? false
      }
      if deletion.device != upsert.device, deletion.known.map({ $0 < upsert.stamp }) ?? true,
        !isDeletedKnowingly
      {
        return "\(upsert) is lost by \(deletion), which did not know of it"
      }
    }
    return nil
  }

  /// Returns `true` if a cell has the value of an earlier write with a later stamp.
  private func isStampedAgain(_ cell: FieldEdit<RecordValue>, over write: Ledger.Write) -> Bool {
    guard case .integer(let value) = cell.value, write.stamp < cell.stamp,
      devices.allSatisfy({ $0.store.disk.correction == 0 }),
      !ledger.decisions.contains(cell.stamp)
    else { return false }
    // A user has written an earlier value again, of this object or of one that was merged into it.
    for name in namesOfMerged(into: write.name) {
      if ledger.restorations.contains(where: { $0.name == name }) { return false }
      if ledger.returned.contains(name) { return false }
      if name.objectKey == nil, ledger.inserted.contains(name) { return false }
      // A change of one field of a tag has been one of all, and a client has merged the tag into this record.
      if name != write.name, name.objectKey != nil, hub.database.records[name]?.type == Pantry.tag {
        return false
      }
      if returns.hasReturned(write.field, of: name, by: cell.stamp.device) { return false }
    }
    // A catalog's value is never an edit here.
    guard let origin = ledger.origin(of: value) else { return value < Pantry.greatestDefault }
    // A device can save a value again that it has not sent. Then both saves are its own.
    return origin.device != cell.stamp.device && origin.stamp < write.stamp
  }

  /// The name of a record, and those of all that were merged into it. It can itself be merged into another one.
  private func namesOfMerged(into target: RecordName) -> [RecordName] {
    let redirects = Redirects(in: hub.database.records.mapValues(\.state))
    var names = [target]
    var index = 0
    while index < names.count {
      names += redirects.sources(of: names[index]).filter { !names.contains($0) }
      index += 1
    }
    return names
  }

  /// A link that a user has added and that the hub does not have, or that a user has removed and that the hub
  /// still has.
  private var lostLink: String? {
    let installed = devices.map(\.store.disk).filter { $0.correction == 0 }.map(\.device)
    for act in ledger.links where installed.contains(act.device) {
      guard let record = hub.database.records[act.source],
        let target = hub.database.records[act.target],
        isKept(act.source, by: act.device, isCut: false),
        !ledger.isDeleted(target),
        // The name of a forgotten object can belong to another one.
        act.created.map({ !ledger.forgotten.contains($0) }) ?? true,
        !ledger.isHubRestored || !ledger.renamed.contains(act.target)
      else { continue }
      let edits = edits(of: act.target, in: record)
      let edit = record.state.links[Pantry.links]?.edits[act.target]
      let isAdded = edits.contains { $0.additions[act.device].map { $0 >= act.since } ?? false }
      if act.isAdded, !isAdded, !isRemovedByMerge(act) {
        return "\(act) is lost: the hub has \(edit.map { "\($0)" } ?? "nothing")"
      }
      var removed = act.seen
      removed[act.device] = act.stamp.time
      for (device, time) in removed where !act.isAdded {
        guard let addition = edit?.additions[device], addition <= time else { continue }
        if edit?.removals[device].map({ $0 < addition }) ?? true {
          return "\(act) has no effect: the hub has \(edit.map { "\($0)" } ?? "nothing")"
        }
      }
      // A link that the hub has had is withdrawn, so that it stays removed if a catalog has it too.
      let isWithdrawn = edits.contains { $0.withdrawal.map { $0 >= act.stamp } ?? false }
      if !act.isAdded, act.wasKnown, !isWithdrawn {
        return "\(act) is not withdrawn: the hub has \(edit.map { "\($0)" } ?? "nothing")"
      }
    }
    return nil
  }

  /// Returns `true` if the user has removed a link later, of an object that was merged into the one that the user has
  /// linked. Both are acts on one link now.
  private func isRemovedByMerge(_ act: Ledger.LinkAct) -> Bool {
    ledger.links.contains { other in
      !other.isAdded && other.device == act.device && other.stamp > act.stamp
        && other.source != act.source && namesMerged(from: other.source).contains(act.source)
        && namesMerged(from: other.target).contains(act.target)
    }
  }

  /// The move of a link that the hub does not have, nor a later one.
  private var lostMove: String? {
    let installed = devices.map(\.store.disk).filter { $0.correction == 0 }.map(\.device)
    for move in ledger.moves where installed.contains(move.device) {
      guard let record = hub.database.records[move.source],
        let target = hub.database.records[move.target],
        isKept(move.source, by: move.device, isCut: false), !ledger.isDeleted(record),
        !ledger.isDeleted(target), move.created == target.created,
        !ledger.isHubRestored || ledger.renamed.isDisjoint(with: [move.source, move.target])
      else { continue }
      let orders = edits(of: move.target, in: record).compactMap {
        move.isInverse ? $0.inverseOrder : $0.order
      }
      let isKept = orders.contains {
        $0.stamp > move.stamp || $0.stamp == move.stamp && $0.key == move.key
      }
      if !isKept {
        return "\(move) is lost: the hub has \(orders)"
      }
    }
    return nil
  }

  /// Returns what a record has of a link: to its target, and to the records that this was merged into.
  private func edits(of target: RecordName, in record: Record) -> [LinkEdits.Edit] {
    namesMerged(from: target).compactMap { record.state.links[Pantry.links]?.edits[$0] }
  }

  /// The name of a record, and those of the records that it was merged into, one into the other.
  private func namesMerged(from name: RecordName) -> [RecordName] {
    var names = [name]
    while let last = names.last, let next = hub.database.records[last]?.state.redirect?.target,
      !names.contains(next)
    {
      names.append(next)
    }
    return names
  }

  func reading(
    of record: Record, following redirects: Redirects = Redirects()
  ) -> RecordReading<RecordValue> {
    RecordReading(
      record.state, sharedReset: sharedReset(ofType: record.type), redirects: redirects)
  }

  /// Returns the latest reset of all presets, or of those of a type.
  private func sharedReset(ofType type: String) -> Stamp? {
    let manifest = hub.database.records[.manifest]?.state ?? RecordState()
    return manifest.reset.joined(with: manifest.fieldResets[type])
  }

  /// An acknowledged deletion without effect, and without a later restoration or reset.
  private var resurrection: String? {
    for deletion in ledger.deletions
    where deletion.isAcknowledged
      && isKept(deletion.name, by: deletion.device, isCut: deletion.isCut)
      // A device has nothing to say to a restored hub of an object that it has not sent as far as it knows.
      && !(ledger.isHubRestored && deletion.isOfUnsent)
    {
      guard let record = hub.database.records[deletion.name], record.created == deletion.created
      else { continue }
      let state = record.state
      if let reset = reading(of: record).reset(), reset >= deletion.stamp { continue }
      guard let life = state.deletion, life.stamp >= deletion.stamp else {
        return
          "\(deletion) has no effect: the hub has \(state.deletion.map { "\($0)" } ?? "nothing")"
      }
    }
    return nil
  }
}

extension RowContent {
  var withoutEmptyLinks: RowContent {
    var content = self
    content.links = links.filter { !$0.value.isEmpty }
    return content
  }
}
