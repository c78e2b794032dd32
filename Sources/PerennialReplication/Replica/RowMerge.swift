import PerennialRecords

/// A record whose row may change in a merge.
struct MergedRecord {
  let record: Record
  /// The acknowledged state, the local changes and the content of the device's catalog.
  var whole: RecordState<RecordValue>
  /// The local changes.
  var local: RecordState<RecordValue>
  /// The values that the row shows instead of written ones.
  var displacedValues: [String: RecordValue]
  /// `true` if no value is left that the row could show.
  var isLeftOut: Bool
  /// `true` if fields of the row have the values that they had before it was deleted.
  var hasReturned: Bool
}

/// The merge of changes into rows: first the knowledge of each record, then the rows that differ from it.
struct RowMerge<Store: ReplicaStore> {
  typealias Entry = MergedRecord

  let replica: Replica<Store>
  let position: ReplicaPosition
  var shared: SharedKnowledge
  /// The knowledge under which the rows were written.
  private let former: SharedKnowledge
  var entries: [RecordName: Entry] = [:]
  private(set) var order: [RecordName] = []
  /// The records whose references change although their rows stay: the hub has them now, or they were left out.
  var changed: Set<RecordName> = []

  var store: Store { replica.store }

  init(replica: Replica<Store>, position: ReplicaPosition, shared: SharedKnowledge) {
    self.replica = replica
    self.position = position
    self.shared = shared
    former = shared
  }

  // MARK: Knowledge

  /// Joins a record of the hub with that of this device.
  mutating func add(_ record: Record) throws {
    if let stamp = record.state.latestStamp { try store.observe(stamp) }
    let tracked = try store.recordTable.tracked(record.name)
    var edits = try store.editTable.edits(of: record.name)
    var knowledge =
      tracked ?? TrackedRecord(Record(record.name, type: record.type, created: record.created))
    if let found = edits, found.isRestored, found.belong(to: record) {
      if knowledge.acknowledged.created != record.created {
        knowledge = TrackedRecord(
          Record(record.name, type: record.type, created: record.created))
      }
      edits?.forgetInsertion()
      if edits?.isEmpty == true { edits = nil }
      try store.editTable.write(edits, of: record.name)
    } else if tracked == nil, let found = edits, !found.belong(to: record),
      record.name.objectKey != nil
    {
      // The changes belong to an object that was inserted and deleted here, and that the hub has never got.
      edits = nil
      try store.editTable.write(edits, of: record.name)
    }
    let sent = try withSent(record, knowledge: knowledge, edits: edits)
    knowledge.detachedChanges = sent.detachedChanges
    var local = try replica.changes(of: record.name, tracked: sent, edits: edits, shared: former)
    let device = try store.device
    let pushed = try knowledge.isAcknowledged ? store.pushed(of: record.name) : nil
    let isKept = isKeptByUpsert(
      record, known: knowledge.acknowledged.state, local: local, pushed: pushed, device: device)
    let lives = isKept || isUpsert(of: record, local: local, pushed: pushed)
    let conflicts = RecordConflict.between(
      local, and: record, base: knowledge.acknowledged.state,
      ownFields: Set((edits?.sentFields ?? [:]).keys).union((edits?.sentValues ?? [:]).keys),
      device: device, lives: lives)
    let contested = RecordConflict.contested(
      in: record, known: knowledge.acknowledged.state, local: local, pushed: pushed, device: device,
      at: position, lives: lives)
    for conflict in RecordConflict.joining(conflicts, contested: contested) {
      try store.conflictTable.write(conflict)
    }
    if isKept { try undoDeletion(of: record.name, in: &knowledge, edits: &edits, local: &local) }
    var remembered = pushed ?? PushedWrites()
    remembered.receive(record, by: device)
    if remembered != pushed ?? PushedWrites() {
      try store.write(remembered.isEmpty ? nil : remembered, of: record.name)
    }
    let unlearned = knowledge.acknowledged.state
    try replica.mergeAcknowledged(record.state, of: record.name, in: &knowledge, former)
    local = try withParts(of: knowledge.acknowledged, since: unlearned, local)
    knowledge.forgetAcknowledged()
    if !isArrived(knowledge) { changed.insert(record.name) }
    knowledge.isAcknowledged = true
    knowledge.reading = position.reading
    // The hub has lost a part of the record: its database was replaced, or it has forgotten a deletion.
    if knowledge.acknowledged.state != record.state { knowledge.needsFullUpload = true }
    if let lost = knowledge.keepLostRedirect(over: record) { local.redirect(to: lost) }
    let whole = knowledge.acknowledged.state.joined(with: local)
    if record.name == .manifest { shared.resets = whole }
    if let redirect = whole.redirect { shared.redirects.add(redirect, for: record.name) }
    let isGone =
      shared.reading(whole, of: knowledge.acknowledged).isDeleted || whole.redirect != nil
    if isGone, edits != nil, try store.isPresent(record.name) {
      // The row will be deleted, and with it the values of the changes.
      knowledge.detachedChanges = local
      try store.editTable.write(nil as LocalEdits?, of: record.name)
    } else if let edits {
      try keepRemovals(edits, local, of: record.name, in: &knowledge)
    }
    if knowledge.acknowledged.state.catalogVersion?.isEmpty == true,
      let own = try store.catalogVersion(of: record.name), !own.isEmpty
    {
      // The hub has no more than the identity of a preset. A reset needs its content.
      knowledge.detachedChanges.offer(own)
    }
    try store.recordTable.write(knowledge, named: record.name)
    if try edits?.offer != nil && !store.isPresent(record.name) {
      // The device's catalog has retired the preset, with the content that the hub has now.
      local = try replica.changes(
        of: record.name, tracked: knowledge, edits: store.editTable.edits(of: record.name),
        shared: shared)
    }
    try note(knowledge, local)
  }

  /// Returns the knowledge of an object with what this device has written of it, if no answer has said that the hub has
  /// the object. The user has seen these values, and what the row has instead replaces them: the removals of links are
  /// kept.
  private func withSent(
    _ record: Record, knowledge: TrackedRecord, edits: LocalEdits?
  ) throws -> TrackedRecord {
    guard !knowledge.isAcknowledged, record.name.objectKey != nil, let edits,
      let insertion = edits.insertion
    else { return knowledge }
    var knowledge = knowledge
    knowledge.acknowledged.state.join(
      record.state.written(by: try store.device, linksBefore: insertion.time))
    let edited = try replica.edited(record.name, tracked: knowledge, edits: edits, shared: former)
    try replica.keepRemovals(of: edited, edits, since: insertion, in: &knowledge)
    return knowledge
  }

  /// Returns the changes of a row with the parts of values that only other versions of the program know, as the hub has
  /// them now. The changes had them as the hub had them before.
  private func withParts(
    of known: Record, since former: RecordState<RecordValue>, _ local: RecordState<RecordValue>
  ) throws -> RecordState<RecordValue> {
    // Most records of a page have no changes, and their rows are not read.
    guard !local.edits.isEmpty, known.state.edits != former.edits,
      let content = try store.content(of: known.name)
    else { return local }
    return try local.replacingValues { field, edit in
      guard let new = known.state.edits[field]?.value, let old = former.edits[field]?.value,
        new != old, let shown = content.values[field], edit.value != old,
        try store.value(shown, keepingPartsOf: old, in: field, ofType: known.type) == edit.value
      else { return edit.value }
      return try store.value(shown, keepingPartsOf: new, in: field, ofType: known.type)
    }
  }

  /// Returns `true` if a record is on the hub, as far as this device knows. After the hub's database was replaced, a
  /// record has to arrive again.
  func isArrived(_ tracked: TrackedRecord) -> Bool {
    tracked.isAcknowledged
      && (position.purpose != .offer || tracked.reading == position.reading)
  }

  /// Keeps the removals of links that another device has added meanwhile: the row shows the link, and no longer
  /// that it was removed.
  private func keepRemovals(
    _ edits: LocalEdits, _ local: RecordState<RecordValue>, of name: RecordName,
    in knowledge: inout TrackedRecord
  ) throws {
    var edits = edits
    for (field, changes) in edits.links {
      for (target, change) in changes where !change.isAdded {
        guard let removal = local.links[field]?.edits[target],
          let added = knowledge.acknowledged.state.links[field]?.edits[target]?.additions,
          removal.joined(additions: added).standing(after: nil) != nil
        else { continue }
        knowledge.detachedChanges.join(field, to: target, with: removal)
        edits.forgetLink(field, to: target)
      }
    }
    if try edits != store.editTable.edits(of: name) { try store.editTable.write(edits, of: name) }
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
    guard entries[name] == nil, let tracked = try store.recordTable.tracked(name) else { return }
    let local = try replica.changes(
      of: name, tracked: tracked, edits: store.editTable.edits(of: name), shared: former)
    try note(tracked, local)
  }

  private mutating func note(
    _ tracked: TrackedRecord, _ local: RecordState<RecordValue>
  ) throws {
    let record = tracked.acknowledged
    var whole = record.state.joined(with: local)
    if let version = try store.catalogVersion(of: record.name) { whole.offer(version) }
    // No catalog that is known has the preset: its only content was that of a device whose catalog has retired it.
    if record.name.objectKey == nil, record.name != .manifest, whole.catalogVersion == nil {
      return
    }
    let entry = Entry(
      record: record, whole: whole, local: local, displacedValues: tracked.displacedValues,
      isLeftOut: tracked.isLeftOut,
      hasReturned: !tracked.missed.isEmpty || !tracked.unsentAtDeletion.isEmpty)
    if entries.updateValue(entry, forKey: record.name) == nil { order.append(record.name) }
  }

  // MARK: Rows

  /// Writes the rows that differ from the states.
  mutating func write() throws {
    try keepReferencedPresets()
    try settleUniqueValues()
    for name in order where name != .manifest {
      guard let entry = entries[name] else { continue }
      let isOther = entry.whole.redirect != nil || changed.contains(name)
      guard try isOther || isVisible(entry) != store.isPresent(name) else { continue }
      // A merge by this device has renamed the unsent references.
      if !isVisible(entry), entry.local.redirect == nil { try keepReferences(to: name) }
      for alias in [name] + shared.redirects.aliases(of: name) {
        for source in try store.recordTable.records(referencing: alias) { try addUnchanged(source) }
      }
    }
    var rows: [(record: Record, content: RowContent?)] = []
    var found: [(record: Record, misfits: [Misfit])] = []
    var presets: [Entry] = []
    var missing = try MissingReferences(store.conflictTable.conflicts)
    for name in order where name != .manifest {
      guard let entry = entries[name] else { continue }
      var misfits: [Misfit] = []
      let required = try store.schema.requiredReferences(ofType: entry.record.type)
      var content = try content(of: entry) { target, field in
        guard let type = try shownType(of: target, to: entry) else {
          if required.contains(field), try isDeleted(target) {
            misfits.append(Misfit(field: field, target: target, cause: .deletion))
          }
          return false
        }
        if try store.schema.admits(type, in: field, ofType: entry.record.type) { return true }
        misfits.append(Misfit(field: field, target: target, cause: .type(type)))
        return false
      }
      if content == nil { misfits = [] }
      try missing.update(misfits, of: entry.record, in: store)
      found.append((entry.record, misfits))
      let former = try store.content(of: name)
      if entry.whole.catalogVersion != nil {
        if content != nil { presets.append(entry) }
        // Links that a reset has discarded before they were sent are in no state.
        for field in (former?.links ?? [:]).keys where content?.links[field] == nil {
          content?.links[field] = []
        }
      }
      if content != nil, entry.hasReturned { try forgetMissed(entry) }
      let merged = content.map { (former ?? RowContent()).updated(by: $0) }
      if merged == former {
        // A store notes the deletion of a preset that it has never had: its catalog can come later. It forgets the
        // deletion of a preset without content when a reset undoes it: its catalog inserts the preset again.
        if former == nil, isDeletedPreset(entry) || entry.whole.catalogVersion?.isEmpty == true {
          rows.append((visible(entry), nil))
        }
        continue
      }
      if content == nil { try keepChanges(of: entry) }
      rows.append((visible(entry), content))
    }
    try store.write(rows)
    for (record, misfits) in found { try store.note(misfits, of: record) }
    for preset in presets {
      try store.noteEdits(
        of: visible(preset),
        linksOfCatalog: shared.reading(preset.whole, of: preset.record).catalogLinks)
    }
  }

  /// Returns the type of a record that another one references, if it has a row, or gets one.
  private func shownType(of target: RecordName, to source: Entry) throws -> String? {
    if let target = entries[target] { return isVisible(target) ? target.record.type : nil }
    guard let type = try store.rowType(of: target),
      try replica.isKnown(target) || source.local.references([target])
    else { return nil }
    return type
  }

  /// Returns `true` if a user has deleted a record, also if the hub does not know that yet.
  private func isDeleted(_ name: RecordName) throws -> Bool {
    if let entry = entries[name] {
      return shared.reading(entry.whole, of: entry.record).isDeleted
    }
    guard let tracked = try store.recordTable.tracked(name) else { return false }
    if try store.editTable.edits(of: name)?.deletion != nil { return try !store.isPresent(name) }
    let state = tracked.acknowledged.state.joined(with: tracked.detachedChanges)
    return shared.reading(state, of: tracked.acknowledged).isDeleted
  }

  /// Keeps the changes of a row that will be deleted, and with it their values: its object was merged into another
  /// one before the user undid its deletion.
  private func keepChanges(of entry: Entry) throws {
    let name = entry.record.name
    guard try store.editTable.edits(of: name) != nil,
      var tracked = try store.recordTable.tracked(name)
    else { return }
    tracked.detachedChanges = entry.local
    try store.recordTable.write(tracked, named: name)
    try store.editTable.write(nil as LocalEdits?, of: name)
  }

  /// Keeps the unsent references to a row that will be deleted. The rows that have them will show no value, or the record
  /// into which another device has merged that of the row.
  private mutating func keepReferences(to name: RecordName) throws {
    for source in try store.rows(referencing: name) {
      try addUnchanged(source)
      guard let local = entries[source]?.local, var edits = try store.editTable.edits(of: source),
        var tracked = try store.recordTable.tracked(source)
      else { continue }
      for (field, cell) in local.edits where cell.value.target == name {
        tracked.detachedChanges.write(cell.value, to: field, over: cell.base, at: cell.stamp)
        edits.fields[field] = nil
      }
      for (field, links) in local.links {
        guard let edit = links.edits[name] else { continue }
        tracked.detachedChanges.join(field, to: name, with: edit)
        edits.forgetLink(field, to: name)
      }
      try store.editTable.write(edits.isEmpty ? nil : edits, of: source)
      try store.recordTable.write(tracked, named: source)
    }
  }

  /// Forgets the values of a deleted row, because the row shows what other devices have written and counted since.
  /// Forgets the stamps of values that others have replaced, too.
  private func forgetMissed(_ entry: Entry) throws {
    let name = entry.record.name
    guard var tracked = try store.recordTable.tracked(name) else { return }
    tracked.missed = [:]
    tracked.unsentAtDeletion = tracked.unsentAtDeletion.filter { field, stamp in
      entry.whole.edits[field].map { $0.stamp <= stamp } ?? true
    }
    try store.recordTable.write(tracked, named: name)
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

  private func content(
    of entry: Entry, isShown: ReferenceFilter
  ) throws -> RowContent? {
    if entry.isLeftOut { return nil }
    var content = try shared.reading(entry.whole, of: entry.record).content(isShown: isShown)
    content?.values.merge(entry.displacedValues) { $1 }
    return content
  }

  private func isDeletedPreset(_ entry: Entry) -> Bool {
    entry.record.name.objectKey == nil
      && shared.reading(entry.whole, of: entry.record).isDeleted
  }

  func isVisible(_ entry: Entry) -> Bool {
    !entry.isLeftOut
      && shared.reading(entry.whole, of: entry.record).isVisible(hasInboundReferences: false)
  }
}
