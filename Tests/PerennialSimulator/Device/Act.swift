import PerennialRecords
import PerennialReplication

/// Something that the user or the app does on a device, as one transaction.
enum Act: CaseIterable {
  case insertNote, insertTag, insertLabel, renameLabel, write, giveBack, form, count, reference,
    link, move, unlink, delete, deleteCounted, undoDeletion
  case deletePreset, restorePreset, resetPreset, resetField, resetType, resetAll
  case upsertLabel, deleteLabel
}

/// The acts of a device.
struct Acting {
  let device: SimulatedDevice
  let time: Int64
  /// A number that no other write of the history has.
  let unique: Int64
  var random: SplitMix64
  /// The deleted objects that can come back, by their names.
  var deleted: [RecordName: Deleted]

  /// A deleted object.
  struct Deleted {
    var row: Disk.Row
    let created: Stamp?
  }

  /// Does something. Returns the transaction; nil if there was nothing to do.
  mutating func perform(_ act: Act) -> LocalTransaction? {
    var copy = self
    defer { self = copy }
    return device.commit(at: time) { disk, stamp in
      let former = disk.rows
      let changes = copy.change(&disk, at: stamp, by: act)
      for case .update(let name, let fields) in changes where name.objectKey == nil {
        let (old, new) = (
          former[name]?.content.values ?? [:], disk.rows[name]?.content.values ?? [:]
        )
        disk.rows[name]?.edited.formUnion(fields.filter { old[$0] != new[$0] })
      }
      return changes
    }
  }

  private mutating func change(_ disk: inout Disk, at stamp: Stamp, by act: Act) -> [LocalChange] {
    switch act {
    case .insertNote: insert(Pantry.note, into: &disk, at: stamp)
    case .insertTag: insert(Pantry.tag, into: &disk, at: stamp)
    case .insertLabel: insertLabel(&disk, stamp)
    case .renameLabel: renameLabel(&disk)
    case .write: write(&disk)
    case .giveBack: giveBack(&disk)
    case .form: form(&disk)
    case .count: count(&disk)
    case .reference: reference(&disk)
    case .link: link(&disk)
    case .move: move(&disk)
    case .unlink: unlink(&disk)
    case .delete: delete(&disk) { $0.objectKey != nil }
    case .deleteCounted: deleteCounted(&disk)
    case .undoDeletion: undoDeletion(&disk, stamp)
    case .deletePreset: delete(&disk) { $0.objectKey == nil }
    case .restorePreset: restorePreset(&disk)
    case .resetPreset: resetPreset(&disk, field: nil)
    case .resetField: resetPreset(&disk, field: pick(Pantry.numbers + [Pantry.counter]))
    case .resetType: resetAll(&disk, type: Pantry.tag)
    case .resetAll: resetAll(&disk, type: nil)
    case .upsertLabel: upsertLabel(&disk)
    case .deleteLabel: deleteLabel(&disk)
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private mutating func row(
    in disk: Disk, where isWanted: (RecordName, Disk.Row) -> Bool
  ) -> RecordName? {
    pick(disk.rows.keys(where: isWanted).sorted())
  }

  // MARK: Objects

  private mutating func insert(
    _ type: String, into disk: inout Disk, at stamp: Stamp
  ) -> [LocalChange] {
    disk.objectCount += 1
    // Few keys, so that two devices sometimes give two objects the same one.
    let key = Int64(disk.objectCount) * 8 + Int64.random(in: 0..<8, using: &random)
    let name = RecordName.object(key: key)
    guard disk.created[name] == nil, disk.tracked[name] == nil,
      device.names.insert(name).inserted
    else { return [] }
    var content = RowContent(values: ["title": .integer(unique), "rank": .integer(unique)])
    let count = Int64.random(in: 0..<12, using: &random)
    content.values[Pantry.counter] = .integer(Pantry.counterStart + max(0, count - 8))
    if type == Pantry.note {
      content.values[Pantry.reference] = tag(in: disk).map { .reference($0) } ?? .null
      content.values[Pantry.labelReference] = label(in: disk).map { .reference($0) } ?? .null
      if let tag = tag(in: disk) {
        content.links[Pantry.links] = [tag]
        content.orders[Pantry.links] = [tag: newOrder]
      }
    }
    disk.rows[name] = Disk.Row(type: type, content: content)
    disk.created[name] = stamp
    return [.insertion(name)]
  }

  private mutating func tag(in disk: Disk) -> RecordName? {
    row(in: disk) { $1.type == Pantry.tag }
  }

  private mutating func label(in disk: Disk) -> RecordName? {
    row(in: disk) { $1.type == Pantry.label }
  }

  /// Returns a name that no label of the device has: its store refuses another one.
  private mutating func freeName(in disk: Disk) -> RecordValue? {
    let taken = Set(disk.rows.values.compactMap { $0.content.values[Pantry.unique] })
    return pick(Pantry.labelNames.filter { !taken.contains($0) })
  }

  private mutating func insertLabel(_ disk: inout Disk, _ stamp: Stamp) -> [LocalChange] {
    guard let free = freeName(in: disk) else { return [] }
    let changes = insert(Pantry.label, into: &disk, at: stamp)
    guard case .insertion(let name) = changes.first else { return [] }
    disk.rows[name]?.content.values[Pantry.unique] = free
    return changes
  }

  private mutating func renameLabel(_ disk: inout Disk) -> [LocalChange] {
    guard let name = label(in: disk), let free = freeName(in: disk) else { return [] }
    disk.rows[name]?.content.values[Pantry.unique] = free
    return [.update(name, fields: [Pantry.unique])]
  }

  /// Inserts a label with the name of another one: the store writes the values of the new object into its row.
  private mutating func upsertLabel(_ disk: inout Disk) -> [LocalChange] {
    guard let name = row(in: disk, where: { $1.type == Pantry.label && $0.objectKey != nil })
    else { return [] }
    // At least one value differs: an upsert that changes nothing is no change.
    let fields = Bool.random(using: &random) ? Pantry.numbers : Array(Pantry.numbers.prefix(1))
    for field in fields { disk.rows[name]?.content.values[field] = .integer(unique) }
    return [.upsert(name), .update(name, fields: fields)]
  }

  private mutating func deleteLabel(_ disk: inout Disk) -> [LocalChange] {
    let labels = disk.rows.filter { $1.type == Pantry.label }
    return delete(&disk) { $0.objectKey != nil && labels[$0] != nil }
  }

  private mutating func write(_ disk: inout Disk) -> [LocalChange] {
    guard let name = row(in: disk, where: { _, _ in true }), let field = pick(Pantry.numbers)
    else { return [] }
    disk.rows[name]?.content.values[field] = .integer(unique)
    return [.update(name, fields: [field])]
  }

  /// Gives a field its acknowledged value again.
  private mutating func giveBack(_ disk: inout Disk) -> [LocalChange] {
    guard let field = pick(Pantry.numbers) else { return [] }
    let acknowledged = disk.tracked.compactMapValues { $0.acknowledged.state.edits[field]?.value }
    func isChanged(_ name: RecordName, _ row: Disk.Row) -> Bool {
      acknowledged[name].map { $0 != row.content.values[field] } ?? false
    }
    guard let name = row(in: disk, where: isChanged), let value = acknowledged[name] else {
      return []
    }
    disk.rows[name]?.content.values[field] = value
    return [.update(name, fields: [field])]
  }

  /// Changes one field, and says that it has changed all, as a form does that writes all of its fields.
  private mutating func form(_ disk: inout Disk) -> [LocalChange] {
    let changes = write(&disk)
    guard case .update(let name, _) = changes.first else { return [] }
    let isLabel = disk.rows[name]?.type == Pantry.label
    return [
      .update(
        name, fields: Pantry.numbers + [Pantry.counter] + (isLabel ? [Pantry.unique] : []))
    ]
  }

  private mutating func count(_ disk: inout Disk) -> [LocalChange] {
    guard let name = row(in: disk, where: { _, _ in true }), let former = disk.count(of: name)
    else { return [] }
    let amount = Int64.random(in: -3...9, using: &random)
    disk.rows[name]?.content.values[Pantry.counter] = .integer(former + amount)
    return [.update(name, fields: [Pantry.counter])]
  }

  private mutating func delete(
    _ disk: inout Disk, where isWanted: (RecordName) -> Bool
  ) -> [LocalChange] {
    guard let name = row(in: disk, where: { name, _ in isWanted(name) }) else { return [] }
    if name.objectKey != nil, let row = disk.rows[name] {
      deleted[name] = Deleted(row: row, created: disk.created[name])
      disk.deletedCounters[name] = disk.count(of: name)
    }
    disk.removeRow(name)
    return [.deletion(name)]
  }

  /// Deletes an object while the hub has not answered that it has what was counted in it.
  private mutating func deleteCounted(_ disk: inout Disk) -> [LocalChange] {
    guard case .push(let batch) = device.flight?.request else { return [] }
    let counted = Set(batch.request.records.filter { !$0.state.counters.isEmpty }.map(\.name))
    return delete(&disk) { $0.objectKey != nil && counted.contains($0) }
  }

  private mutating func undoDeletion(_ disk: inout Disk, _ stamp: Stamp) -> [LocalChange] {
    let taken = Set(disk.rows.values.compactMap { $0.content.values[Pantry.unique] })
    let names = deleted.filter { name, former in
      disk.rows[name] == nil && isKnown(name, created: former.created, on: disk)
        && former.row.content.values[Pantry.unique].map { !taken.contains($0) } ?? true
    }.keys.sorted()
    guard let name = pick(names), var row = deleted.removeValue(forKey: name)?.row else {
      return []
    }
    row.content.values = row.content.values.mapValues { value in
      value.target.map { disk.rows[$0] == nil } ?? false ? .null : value
    }
    row.content.links = row.content.links.mapValues { $0.filter { disk.rows[$0] != nil } }
    row.content.orders = row.content.orders.mapValues { $0.filter { disk.rows[$0.key] != nil } }
      .filter { !$0.value.isEmpty }
    // A process that ends forgets what it could undo, and the last commits can be gone.
    guard let count = disk.deletedCounters.removeValue(forKey: name) ?? disk.knownCount(of: name)
    else { return [] }
    row.content.values[Pantry.counter] = .integer(count)
    // A device that has forgotten an unsent object creates it anew.
    if !disk.knowsCreation(of: name) { disk.created[name] = stamp }
    disk.rows[name] = row
    return [.insertion(name)]
  }

  /// Returns `true` if a name still is that of an object. After a deletion that was not sent, another device's object
  /// can have it.
  private func isKnown(_ name: RecordName, created: Stamp?, on disk: Disk) -> Bool {
    let tracked = disk.tracked[name]
    return created != nil && disk.created[name] == created
      && tracked.map { $0.acknowledged.created == created } ?? true
  }

  // MARK: Relationships

  private mutating func reference(_ disk: inout Disk) -> [LocalChange] {
    guard let name = row(in: disk, where: { $1.type == Pantry.note }) else { return [] }
    let isLabel = Bool.random(using: &random)
    let target = isLabel ? label(in: disk) : tag(in: disk)
    let field = isLabel ? Pantry.labelReference : Pantry.reference
    disk.rows[name]?.content.values[field] = target.map { .reference($0) } ?? .null
    return [.update(name, fields: [field])]
  }

  private mutating func link(_ disk: inout Disk) -> [LocalChange] {
    let removed = disk.removedLinks.filter {
      disk.rows[$0.source] != nil && disk.rows[$0.target] != nil
    }
    // Half of the links are those that the user has removed before.
    let isAgain = Bool.random(using: &random)
    let again = isAgain ? removed.randomElement(using: &random) : nil
    guard
      let name = again?.source ?? row(in: disk, where: { $1.type == Pantry.note }),
      let target = again?.target ?? tag(in: disk),
      disk.rows[name]?.content.links[Pantry.links, default: []].insert(target).inserted == true
    else { return [] }
    disk.rows[name]?.content.orders[Pantry.links, default: [:]][target] = newOrder
    return [.link(name, field: Pantry.links, to: target)]
  }

  /// Order keys that no other act has given.
  private var newOrder: LinkOrder { LinkOrder(key: 2 * unique, inverseKey: 2 * unique + 1) }

  /// Moves a link to the end of one of the two collections that it belongs to.
  private mutating func move(_ disk: inout Disk) -> [LocalChange] {
    guard let (name, target) = linked(in: disk) else { return [] }
    let isInverse = Bool.random(using: &random)
    let order = LinkOrder(
      key: isInverse ? nil : newOrder.key, inverseKey: isInverse ? newOrder.inverseKey : nil)
    let former = disk.rows[name]?.content.orders[Pantry.links]?[target] ?? LinkOrder()
    disk.rows[name]?.content.orders[Pantry.links, default: [:]][target] = former.updated(by: order)
    return [.order(name, field: Pantry.links, to: target)]
  }

  private mutating func linked(in disk: Disk) -> (name: RecordName, target: RecordName)? {
    guard
      let name = row(in: disk, where: { $1.content.links[Pantry.links]?.isEmpty == false }),
      let target = pick(disk.rows[name]?.content.links[Pantry.links]?.sorted() ?? [])
    else { return nil }
    return (name, target)
  }

  private mutating func unlink(_ disk: inout Disk) -> [LocalChange] {
    let linked = disk.removedLinks.filter {
      disk.rows[$0.source]?.content.links[Pantry.links]?.contains($0.target) == true
    }
    let isAgain = Bool.random(using: &random)
    let again = isAgain ? linked.randomElement(using: &random) : nil
    guard let (name, target) = again.map({ ($0.source, $0.target) }) ?? self.linked(in: disk)
    else { return [] }
    let link = Disk.RemovedLink(source: name, target: target)
    if !disk.removedLinks.contains(link) { disk.removedLinks.append(link) }
    disk.rows[name]?.content.unlink(target)
    return [.unlink(name, field: Pantry.links, from: target)]
  }
}
