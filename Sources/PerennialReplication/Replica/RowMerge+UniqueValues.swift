import PerennialRecords

/// The claim of a record to a unique value, or to values that are unique together.
private struct Claim: Comparable {
  let name: RecordName
  let values: [RecordValue]
  /// The values that the last write has replaced, by field; nil if the record was created with a claimed value.
  let former: [String: RecordValue]?
  /// The stamp from which the record has the values; nil for values of a catalog.
  let stamp: Stamp?
  /// The stamp of the record's creation, if it was created with the values and can be merged into another one.
  let created: Stamp?

  static func < (left: Claim, right: Claim) -> Bool {
    switch (left.stamp, right.stamp) {
    case (let left?, let right?) where left != right: left < right
    case (nil, _?): true
    case (_?, nil): false
    default: left.name < right.name
    }
  }
}

/// Unique values: of two records that were created with one value, the later is merged into the earlier. A record
/// that an edit has given the value of another one shows its former value.
///
/// Values of several fields that are unique together never merge records: the later of two records shows its former
/// values, or is left out if it was created with the values.
extension RowMerge {
  /// Decides which records have the unique values that the records of this merge claim or have had.
  mutating func settleUniqueValues() throws {
    var index = 0
    while index < order.count {
      let name = order[index]
      if changed.contains(name) || entries[name]?.whole.redirect != nil {
        for source in shared.redirects.sources(of: name) { try addUnchanged(source) }
      }
      index += 1
    }
    for name in order { try foldAgain(name) }
    index = 0
    while index < order.count {
      if let entry = entries[order[index]] { try addRivals(of: entry) }
      index += 1
    }
    let types = Set(entries.values.map(\.record.type)).sorted()
    for type in types {
      let constraints =
        try store.schema.uniqueFields(ofType: type).sorted().map { [$0] }
        + store.schema.uniqueGroups(ofType: type)
      if constraints.isEmpty { continue }
      var displacements: [RecordName: Displacement] = [:]
      for name in order where isDecided(name, ofType: type) {
        displacements[name] = Displacement(fields: Set(constraints.joined()))
      }
      for fields in constraints {
        let names = order.filter { entries[$0]?.record.type == type }
        try settle(fields, of: names, &displacements)
      }
      for name in order {
        if let displacement = displacements[name] { try displace(name, displacement) }
      }
    }
  }

  /// Returns `true` if a record of an entity can have unique values: it is neither deleted nor merged.
  private func isDecided(_ name: RecordName, ofType type: String) -> Bool {
    guard let entry = entries[name], entry.record.type == type else { return false }
    return shared.reading(entry.whole, of: entry.record).isVisible(hasInboundReferences: false)
  }

  /// Adds the records that have, or have written, a value that a record claims or gives up.
  private mutating func addRivals(of entry: Entry) throws {
    let rivals = try replica.rivals(
      of: entry.record, in: [entry.whole, entry.record.state])
    for rival in rivals { try addUnchanged(rival) }
  }

  private func claim(_ name: RecordName, _ fields: [String]) -> Claim? {
    guard let entry = entries[name] else { return nil }
    let reading = shared.reading(entry.whole, of: entry.record)
    guard reading.isVisible(hasInboundReferences: false) else { return nil }
    let values = fields.compactMap { reading.value(of: $0) }
    // An object without a value has no claim, as in SQLite.
    guard values.count == fields.count, !values.contains(.null) else { return nil }
    let cells = fields.compactMap { field in reading.edit(of: field).map { (field, $0) } }
    guard let last = cells.map(\.1.stamp).max() else {
      return Claim(name: name, values: values, former: nil, stamp: nil, created: nil)
    }
    let created = cells.allSatisfy { $1.base == nil } ? entry.record.created : nil
    var former: [String: RecordValue]? = [:]
    for (field, cell) in cells where cell.stamp == last {
      if let base = cell.base { former?[field] = base } else { former = nil }
    }
    return Claim(
      name: name, values: values, former: former, stamp: created ?? last, created: created)
  }

  private mutating func settle(
    _ fields: [String], of names: [RecordName], _ displacements: inout [RecordName: Displacement]
  ) throws {
    var owners: [[RecordValue]: RecordName] = [:]
    var later: [Claim] = []
    for claim in names.compactMap({ claim($0, fields) }).sorted() {
      guard let owner = owners[claim.values] else {
        owners[claim.values] = claim.name
        continue
      }
      if claim.created != nil, fields.count == 1 {
        try merge(claim.name, into: owner)
      } else {
        later.append(claim)
      }
    }
    for claim in later {
      let shown = claim.former.map { former in
        zip(fields, claim.values).map { former[$0] ?? $1 }
      }
      let free = shown.flatMap { $0.contains(.null) || owners[$0] == nil ? $0 : nil }
      if let free { owners[free] = claim.name }
      displacements[claim.name]?.add(
        fields, claim.values, shows: free == nil ? nil : claim.former,
        owner: owners[claim.values])
    }
  }

  // MARK: Merged records

  /// Merges a record into another one that has its unique value. References follow.
  private mutating func merge(_ name: RecordName, into target: RecordName) throws {
    guard var entry = entries[name], var tracked = try store.recordTable.tracked(name) else {
      return
    }
    for source in Set(
      try store.recordTable.records(referencing: name) + store.rows(referencing: name)
    ).sorted() {
      try addUnchanged(source)
      if var edits = try store.editTable.edits(of: source) {
        edits.rename(name, to: target)
        try store.editTable.write(edits, of: source)
      }
    }
    let aliases = shared.redirects.aliases(of: name)
    let redirect = Redirect(target: target)
    entry.local.redirect(to: redirect)
    entry.whole.redirect(to: redirect)
    shared.redirects.add(redirect, for: name)
    entries[name] = entry
    tracked.detachedChanges = entry.local
    try store.recordTable.write(tracked, named: name)
    try store.editTable.write(nil as LocalEdits?, of: name)
    try fold(entry, into: target)
    for alias in aliases {
      try addUnchanged(alias)
      try foldAgain(alias)
    }
  }

  /// Takes changes of a record that was merged into another one over to that record.
  private mutating func foldAgain(_ name: RecordName) throws {
    guard let entry = entries[name], entry.whole.redirect != nil else { return }
    let target = shared.redirects.destination(of: name)
    guard try target != name && !isUnknown(target, mergedFrom: name) else { return }
    try addUnchanged(target)
    try fold(entry, into: target)
  }

  /// Returns `true` if the hub has merged a record into an object that has not arrived. The object with this name is
  /// another one, of this device.
  private func isUnknown(_ target: RecordName, mergedFrom name: RecordName) throws -> Bool {
    var source = name
    var passed: Set<RecordName> = []
    while source != target, passed.insert(source).inserted {
      guard let tracked = try store.recordTable.tracked(source),
        let next = tracked.known.redirect?.target
      else { return false }
      if tracked.acknowledged.state.redirect?.target == next, next.objectKey != nil,
        let other = try store.recordTable.tracked(next), !isArrived(other)
      {
        return true
      }
      source = next
    }
    return false
  }

  private mutating func fold(_ entry: Entry, into target: RecordName) throws {
    // Only another client merges objects of two entities. The fields of one mean nothing in the other.
    guard var other = entries[target], other.record.type == entry.record.type,
      var tracked = try store.recordTable.tracked(target)
    else { return }
    let changes = other.whole.changes(
      folding: entry.whole, named: entry.record.name,
      unique: try store.schema.uniqueFields(ofType: entry.record.type),
      counters: try store.schema.counters(ofType: entry.record.type), following: shared.redirects)
    try keepUnanswered(of: other, knownAs: tracked, replacedBy: changes)
    other.whole.join(changes)
    other.local.join(changes)
    entries[target] = other
    let known = tracked.known
    // If the user deletes an object that was not sent, later changes of merged ones can restore it.
    if !tracked.isAcknowledged { tracked.detachedChanges.join(other.local) }
    tracked.detachedChanges.join(changes)
    guard tracked.known != known else { return }
    if !isVisible(other) {
      try replica.noteCounted(since: known, of: target, in: &tracked, shared)
    }
    try store.recordTable.write(tracked, named: target)
  }

  /// Keeps the writes that the values of a merged object replace, if they can have been in a request without an answer:
  /// the hub may have them, and what they have met. Only the row, or the changes apart from it, had their values.
  private func keepUnanswered(
    of entry: Entry, knownAs tracked: TrackedRecord,
    replacedBy changes: RecordState<RecordValue>
  ) throws {
    guard tracked.isAcknowledged else { return }
    let (name, known) = (entry.record.name, tracked.acknowledged.state)
    let sent = try store.editTable.edits(of: name)?.sentFields ?? [:]
    let detached = tracked.detachedChanges.edits
    if sent.isEmpty, detached.isEmpty { return }
    let (device, former) = (try store.device, try store.pushed(of: name))
    var pushed = former ?? PushedWrites()
    for (field, other) in changes.edits {
      guard sent[field] != nil || detached[field] != nil, let own = entry.local.edits[field],
        own.stamp.device == device, own.stamp < other.stamp,
        known.edits[field].map({ $0.stamp < own.stamp }) ?? true
      else { continue }
      pushed.keep(own, of: field, over: known.edits[field])
    }
    if pushed != former ?? PushedWrites() { try store.write(pushed, of: name) }
  }
}
