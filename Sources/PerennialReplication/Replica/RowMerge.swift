import PerennialRecords

/// The merge of changes into rows: first the knowledge of each record, then the rows that differ from it.
struct RowMerge<Store: ReplicaStore> {
  /// A record whose row may change.
  private struct Entry {
    let record: Record
    /// The acknowledged state, the local changes and the content of the device's catalog.
    let whole: RecordState<RecordValue>
    /// The local changes.
    let local: RecordState<RecordValue>
  }

  let replica: Replica<Store>
  let position: ReplicaPosition
  private(set) var shared: Replica<Store>.Shared
  private var entries: [RecordName: Entry] = [:]
  private var order: [RecordName] = []

  private var store: Store { replica.store }

  init(replica: Replica<Store>, position: ReplicaPosition, shared: Replica<Store>.Shared) {
    self.replica = replica
    self.position = position
    self.shared = shared
  }

  // MARK: Knowledge

  /// Joins a record of the hub with that of this device.
  mutating func add(_ record: Record) throws {
    if let stamp = record.state.latestStamp { try store.witness(stamp) }
    var tracked = try store.tracked(record.name)
    if let known = tracked, known.acknowledged.created != record.created {
      // Two devices have given two objects the same key.
      try replica.rename(record.name, known)
      tracked = nil
    }
    var knowledge =
      tracked ?? TrackedRecord(Record(record.name, type: record.type, created: record.created))
    var edits = try store.edits(of: record.name)
    if tracked == nil, edits != nil, edits?.insertion != record.created,
      record.name.objectKey != nil
    {
      // The changes belong to an object that was inserted and deleted here, and that the hub has never got.
      edits = nil
      try store.write(nil as LocalEdits?, of: record.name)
    }
    let local = try replica.changes(of: record.name, knowledge, edits, shared)
    knowledge.acknowledged.state.join(record.state)
    knowledge.isAcknowledged = true
    knowledge.reading = position.reading
    if position.purpose == .offer, knowledge.acknowledged.state != record.state {
      knowledge.isOffered = true
    }
    let whole = knowledge.acknowledged.state.joined(with: local)
    if record.name == .manifest { shared.resets = whole }
    if let redirect = whole.redirect { shared.redirects.add(redirect, for: record.name) }
    let isDeleted = shared.reading(whole, of: knowledge.acknowledged).isDeleted
    if isDeleted, edits != nil, try store.isPresent(record.name) {
      // The row is deleted, and with it the values of the changes.
      knowledge.stash = local
      try store.write(nil as LocalEdits?, of: record.name)
    }
    try store.write(knowledge, named: record.name)
    try note(knowledge.acknowledged, local)
  }

  /// Adds the presets that a reset may change.
  mutating func addPresets(resetBy manifest: RecordState<RecordValue>) throws {
    let types: [String?] = manifest.reset == nil ? manifest.fieldResets.keys.sorted() : [nil]
    for type in types {
      for name in try store.presets(ofType: type) { try addUnchanged(name) }
    }
  }

  /// Adds a record whose row may change although its state does not.
  mutating func addUnchanged(_ name: RecordName) throws {
    guard entries[name] == nil, let tracked = try store.tracked(name) else { return }
    let local = try replica.changes(of: name, tracked, store.edits(of: name), shared)
    try note(tracked.acknowledged, local)
  }

  private mutating func note(_ record: Record, _ local: RecordState<RecordValue>) throws {
    var whole = record.state.joined(with: local)
    if let edition = try store.edition(of: record.name) { whole.offer(edition) }
    let entry = Entry(record: record, whole: whole, local: local)
    if entries.updateValue(entry, forKey: record.name) == nil { order.append(record.name) }
  }

  // MARK: Rows

  /// Writes the rows that differ from the states.
  mutating func write() throws {
    for name in order where name != .manifest {
      guard let entry = entries[name], try isVisible(entry) != store.isPresent(name) else {
        continue
      }
      for source in try store.records(referencing: name) { try addUnchanged(source) }
    }
    var rows: [(record: Record, content: RowContent?)] = []
    for name in order where name != .manifest {
      guard let entry = entries[name] else { continue }
      var content = try shared.reading(entry.whole, of: entry.record).content { target in
        if let target = entries[target] { return isVisible(target) }
        return try replica.isKnownAndPresent(target)
          || store.isPresent(target) && entry.local.references([target])
      }
      let former = try store.content(of: name)
      if entry.whole.edition != nil {
        // Links that a reset has discarded before they were sent are in no state.
        for field in (former?.links ?? [:]).keys where content?.links[field] == nil {
          content?.links[field] = []
        }
      }
      let merged = content.map { (former ?? RowContent()).updated(by: $0) }
      if merged != former { rows.append((visible(entry), content)) }
    }
    try store.write(rows)
  }

  /// Returns a record with all that is known of it, without edits that are not in effect.
  private func visible(_ entry: Entry) -> Record {
    var record = entry.record
    record.state = entry.whole
    let resets = shared.resets
    record.state.forgetDiscarded(
      upTo: HybridTime(milliseconds: .max),
      shared: resets.reset.joined(with: resets.fieldResets[record.type]))
    return record
  }

  private func isVisible(_ entry: Entry) -> Bool {
    shared.reading(entry.whole, of: entry.record).isVisible(hasInboundReferences: true)
  }
}
