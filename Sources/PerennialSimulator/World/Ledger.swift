import PerennialRecords
import PerennialReplication

/// The acts of users and the promises of the hub, noted beside the devices.
///
/// The ledger takes the changes from the transactions alone. It knows neither the engine nor the merge of
/// states.
struct Ledger {
  /// A write of a number that no other write has.
  struct Write {
    var name: RecordName
    let field: String
    let value: Int64
    var stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    var isAcknowledged = false
    /// `true` if the hub has kept the write to the end of its promise: it forgot the deleted record that had it.
    var isForgotten = false
    /// `true` if a power cut has taken the transaction back.
    var isCut = false
    /// `true` if the user has decided a conflict in this way. The history has no transaction for it.
    var isDecision = false
  }

  /// A link that a user has added or removed.
  struct LinkAct {
    var source: RecordName
    var target: RecordName
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    let isAdded: Bool
    /// The stamp of the creation of the linked object; nil for a preset.
    let created: Stamp?
    /// The additions that the user has removed, beside those of the own device.
    let seen: [DeviceIdentifier: HybridTime]
  }

  /// The place that a user has given to a link, at one of its ends.
  struct Move {
    var source: RecordName
    var target: RecordName
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    let isInverse: Bool
    let key: Int64
    /// The stamp of the creation of the linked object; nil for a preset.
    let created: Stamp?
  }

  /// An object that a user has referenced or linked.
  struct Choice {
    let source: RecordName
    /// The stamp of the source's creation.
    let created: Stamp?
    let stamp: Stamp
    /// The stamp of the creation of the referenced object; nil for a preset.
    let target: Stamp?
  }

  /// A deletion.
  struct Deletion {
    var name: RecordName
    /// The stamp of the object's creation.
    let created: Stamp?
    var stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    /// `true` if the device knew of no request with the object: there was none, or a power cut has taken back the note
    /// of it.
    let isOfUnsent: Bool
    var isAcknowledged = false
    var isCut = false
  }

  /// The undoing of a deletion.
  struct Restoration {
    let name: RecordName
    let stamp: Stamp
    let transaction: Int64
    let device: DeviceIdentifier
    var isAcknowledged = false
    /// `true` if the user has decided a conflict in this way.
    var isDecision = false
  }

  private(set) var writes: [Write] = []
  private(set) var restorations: [Restoration] = []
  private(set) var deletions: [Deletion] = []
  private(set) var links: [LinkAct] = []
  private(set) var moves: [Move] = []
  private(set) var choices: [Choice] = []
  /// A record that was ever deleted.
  struct Deleted: Hashable {
    let name: RecordName
    let created: Stamp?
  }

  private(set) var deleted: Set<Deleted> = []
  /// The numbers that were ever written, and the field that each was written to.
  private(set) var origins: [Int64: (name: RecordName, field: String)] = [:]
  /// `true` if the hub's database was replaced by an earlier one. Then a promise holds as long as the device
  /// that got it keeps its data.
  private(set) var isHubRestored = false
  /// The order keys that links have ever got. No act gives one twice.
  private var places: Set<Int64> = []
  /// The links that a user has ever removed, by the names of their ends.
  private var unlinked: Set<Set<RecordName>> = []
  /// The creations of the objects that the hub has forgotten.
  private(set) var forgotten: Set<Stamp> = []
  /// The objects whose deletion a user has undone, with the values that they had before.
  private(set) var returned: Set<RecordName> = []
  /// `true` if the hub has forgotten deletions.
  private(set) var hasHubForgotten = false
  /// The records that were inserted or restored.
  private(set) var inserted: Set<RecordName> = []
  /// The objects that got another key.
  private(set) var renamed: Set<RecordName> = []
  /// The names that devices have changed, in their order.
  private var renames: [(device: DeviceIdentifier, former: RecordName, name: RecordName)] = []
  /// The stamps of the decisions of conflicts, also of those that were lost.
  private(set) var decisions: Set<Stamp> = []

  /// A name that a user has given to a label after its creation.
  struct Name: Hashable {
    let created: Stamp
    let value: RecordValue
  }

  private(set) var names: Set<Name> = []
  /// The links that users had removed before they deleted the objects.
  private var formerRemovals: [LinkAct] = []

  // MARK: Acts

  mutating func note(_ transaction: LocalTransaction, by device: SimulatedDevice) {
    let disk = device.store.disk
    for change in transaction.changes {
      switch change {
      case .insertion(let name):
        deletions.removeAll { $0.name == name && $0.device == disk.device }
        inserted.insert(name)
        if device.store.tracked(name)?.acknowledged.state.life?.isDeleted == true {
          restorations.append(
            Restoration(
              name: name, stamp: transaction.stamp, transaction: transaction.number,
              device: disk.device))
        }
        guard name.objectKey != nil else { continue }
        if deleted.contains(Deleted(name: name, created: disk.created[name])) {
          returned.insert(name)
        }
        for field in Pantry.numbers { write(field, of: name, transaction, disk) }
        links.removeAll { $0.source == name && $0.device == disk.device }
        removeAgain(name, transaction, disk)
        choose(name, transaction, disk)
        for target in disk.rows[name]?.content.links[Pantry.links] ?? [] {
          link(name, to: target, isAdded: true, transaction, device)
          move(name, target, transaction, disk)
        }
      case .update(let name, let fields):
        for field in fields { write(field, of: name, transaction, disk) }
        if fields.contains(Pantry.reference) { choose(name, transaction, disk) }
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
            isOfUnsent: device.store.tracked(name).map { !$0.isSent && !$0.isAcknowledged } ?? true
          ))
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
        link(name, to: target, isAdded: true, transaction, device)
        move(name, target, transaction, disk)
      case .order(let name, _, let target): move(name, target, transaction, disk)
      case .unlink(let name, _, let target):
        // A device that has not sent a move forgets it with the link.
        moves.removeAll { $0.source == name && $0.target == target }
        unlinked.insert([name, target])
        link(name, to: target, isAdded: false, transaction, device)
      default: continue
      }
    }
  }

  /// Notes the links that an object does not have after its deletion was undone: the user had removed them before.
  private mutating func removeAgain(
    _ name: RecordName, _ transaction: LocalTransaction, _ disk: Disk
  ) {
    for act in formerRemovals where act.source == name && act.device == disk.device {
      guard disk.rows[act.target] != nil, disk.created[act.target] == act.created,
        disk.rows[name]?.content.links[Pantry.links]?.contains(act.target) != true
      else { continue }
      links.append(
        LinkAct(
          source: name, target: act.target, stamp: transaction.stamp,
          transaction: transaction.number, device: act.device, isAdded: false,
          created: act.created, seen: act.seen))
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

  /// Notes the object that a user has referenced.
  private mutating func choose(
    _ name: RecordName, _ transaction: LocalTransaction, _ disk: Disk
  ) {
    guard let target = disk.rows[name]?.content.values[Pantry.reference]?.target else { return }
    choices.append(
      Choice(
        source: name, created: disk.created[name], stamp: transaction.stamp,
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
    _ source: RecordName, to target: RecordName, isAdded: Bool, _ transaction: LocalTransaction,
    _ device: SimulatedDevice
  ) {
    let disk = device.store.disk
    let known = disk.tracked[source]?.acknowledged.state.links[Pantry.links]?.edits[target]
    links.removeAll { $0.source == source && $0.target == target && $0.device == disk.device }
    links.append(
      LinkAct(
        source: source, target: target, stamp: transaction.stamp,
        transaction: transaction.number, device: disk.device, isAdded: isAdded,
        created: disk.created[target],
        seen: isAdded ? [:] : known?.additions ?? [:]))
  }

  /// Notes the order keys that a link has got.
  private mutating func move(
    _ source: RecordName, _ target: RecordName, _ transaction: LocalTransaction, _ disk: Disk
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
    _ field: String, of name: RecordName, _ transaction: LocalTransaction, _ disk: Disk
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
    origins[value] = (name, field)
    writes.append(
      Write(
        name: name, field: field, value: value, stamp: transaction.stamp,
        transaction: transaction.number, device: disk.device))
  }

  /// Notes the value for which a user has decided.
  mutating func decide(
    _ value: RecordValue, _ field: String, of name: RecordName, at stamp: Stamp
  ) {
    guard case .integer(let number) = value, Pantry.numbers.contains(field) else { return }
    decisions.insert(stamp)
    writes.append(
      Write(
        name: name, field: field, value: number, stamp: stamp, transaction: 0,
        device: stamp.device, isDecision: true))
  }

  /// Notes that a user has undone a deletion.
  mutating func restore(_ name: RecordName, at stamp: Stamp) {
    deletions.removeAll { $0.name == name && $0.device == stamp.device }
    restorations.append(
      Restoration(
        name: name, stamp: stamp, transaction: 0, device: stamp.device, isDecision: true))
  }

  // MARK: Promises

  /// Notes that a device has learned that the hub has its changes of some records.
  mutating func acknowledge(
    _ records: [Record], upTo transaction: Int64, by device: SimulatedDevice
  ) {
    let disk = device.store.disk
    let sent = Dictionary(uniqueKeysWithValues: records.map { ($0.name, $0.state) })
    for (index, write) in writes.enumerated()
    where write.device == disk.device && write.transaction <= transaction {
      guard let state = sent[write.name] else { continue }
      let cell = state.cells[write.field]
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
      if let life = state.life, life.isDeleted { deletions[index].stamp = life.stamp }
      if disk.correction == 0 || state.life?.isDeleted == true {
        deletions[index].isAcknowledged = true
      }
    }
  }

  /// Returns the creation of the object that a user has referenced with a stamp; nil if it is not known.
  func choice(in record: Record, at stamp: Stamp) -> Choice? {
    choices.last { $0.created == record.created && $0.stamp == stamp }
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
      origins[writes[index].value] = (name, writes[index].field)
    }
    for index in deletions.indices
    where deletions[index].device == number && deletions[index].name == former {
      deletions[index].name = name
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
        guard let cell = record.state.cells[writes[index].field] else { continue }
        if writes[index].isAcknowledged || cell.stamp >= writes[index].stamp {
          writes[index].isForgotten = true
        }
      }
      let life = record.state.life?.stamp
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
