import PerennialRecords

/// Unique values: of two records that were created with one value, the later is merged into the earlier. A record
/// that an edit has given the value of another one shows its former value.
extension RowMerge {
  /// The claim of a record to a unique value.
  private struct Claim: Comparable {
    let name: RecordName
    let value: RecordValue
    /// The value that the claim replaces; nil if the record was created with the claimed value.
    let base: RecordValue?
    /// The stamp from which the record has the value; nil for a value of a catalog.
    let stamp: Stamp?
    /// The stamp of the record's creation, if it was created with the value and can be merged into another one.
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

  /// Decides which records have the unique values that the records of this merge claim or have had.
  mutating func settleUniqueValues() throws {
    for name in order where changed.contains(name) {
      for source in shared.redirects.sources(of: name) { try addUnchanged(source) }
    }
    for name in order { try foldAgain(name) }
    var index = 0
    while index < order.count {
      if let entry = entries[order[index]] { try addRivals(of: entry) }
      index += 1
    }
    let types = Set(entries.values.map(\.record.type)).sorted()
    for type in types {
      for field in try store.uniqueFields(ofType: type).sorted() {
        try settle(field, of: order.filter { entries[$0]?.record.type == type })
      }
    }
  }

  /// Adds the records that have, or have written, a value that a record claims or gives up.
  private mutating func addRivals(of entry: Entry) throws {
    let (name, type) = (entry.record.name, entry.record.type)
    for field in try store.uniqueFields(ofType: type) {
      let cells = [entry.whole.cells[field], entry.record.state.cells[field]]
      var values = Set(cells.flatMap { [$0?.value, $0?.base] }.compactMap { $0 })
      if let value = entry.whole.edition?.values[field] { values.insert(value) }
      if let value = try store.content(of: name)?.values[field] { values.insert(value) }
      for value in values where value != .null {
        for other in try store.records(ofType: type, claiming: value, in: field) {
          try addUnchanged(other)
        }
      }
    }
  }

  private func claim(_ name: RecordName, _ field: String) -> Claim? {
    guard let entry = entries[name] else { return nil }
    let reading = shared.reading(entry.whole, of: entry.record)
    guard reading.isVisible(hasInboundReferences: true), let value = reading.value(of: field),
      value != .null
    else { return nil }
    guard let cell = reading.cell(of: field) else {
      return Claim(name: name, value: value, base: nil, stamp: nil, created: nil)
    }
    let created = cell.base == nil ? entry.record.created : nil
    return Claim(
      name: name, value: value, base: cell.base, stamp: created ?? cell.stamp, created: created)
  }

  private mutating func settle(_ field: String, of names: [RecordName]) throws {
    var owners: [RecordValue: RecordName] = [:]
    var later: [Claim] = []
    for claim in names.compactMap({ claim($0, field) }).sorted() {
      guard let owner = owners[claim.value] else {
        owners[claim.value] = claim.name
        try park(claim, field, shows: nil, isLeftOut: false, owner: nil)
        continue
      }
      if claim.created != nil {
        try merge(claim.name, into: owner)
      } else {
        later.append(claim)
      }
    }
    for claim in later {
      let base = claim.base ?? .null
      let isFree = claim.base != nil && (base == .null || owners[base] == nil)
      if isFree { owners[base] = claim.name }
      try park(
        claim, field, shows: isFree ? base : nil, isLeftOut: !isFree, owner: owners[claim.value])
    }
  }

  // MARK: Parked values

  /// Notes the value that a row shows instead of the written one.
  private mutating func park(
    _ claim: Claim, _ field: String, shows value: RecordValue?, isLeftOut: Bool,
    owner: RecordName?
  ) throws {
    let name = claim.name
    guard var entry = entries[name], var tracked = try store.tracked(name) else { return }
    if entry.parked[field] != value || entry.isLeftOut != isLeftOut {
      try note(claim, field, shows: value, owner: owner, type: entry.record.type)
    }
    guard entry.parked[field] != value || entry.isLeftOut != isLeftOut || owner != nil
    else { return }
    if entry.isLeftOut != isLeftOut { changed.insert(name) }
    entry.parked[field] = value
    entry.isLeftOut = isLeftOut
    tracked.parked = entry.parked
    tracked.isLeftOut = isLeftOut
    if var edits = try store.edits(of: name), isLeftOut || value != nil {
      // The row will no longer have the value that was written.
      if isLeftOut {
        tracked.stash = entry.local
        try store.write(nil as LocalEdits?, of: name)
      } else if edits.fields.removeValue(forKey: field) != nil,
        let cell = entry.local.cells[field]
      {
        tracked.stash.write(cell.value, to: field, over: cell.base, at: cell.stamp)
        try store.write(edits, of: name)
      }
    }
    entries[name] = entry
    try store.write(tracked, named: name)
  }

  /// Notes the conflict of a parked value. Without an owner, the value is no longer parked.
  private func note(
    _ claim: Claim, _ field: String, shows value: RecordValue?, owner: RecordName?, type: String
  ) throws {
    for conflict in try store.conflicts where conflict.name == claim.name {
      if case .uniqueValue(field, _, _, _) = conflict.kind { try store.remove(conflict) }
    }
    guard let owner else { return }
    let kind = RecordConflict.Kind.uniqueValue(
      field, written: claim.value, shown: value, owner: owner)
    try store.write(RecordConflict(name: claim.name, type: type, kind: kind))
  }

  // MARK: Merged records

  /// Merges a record into another one that has its unique value. References follow.
  private mutating func merge(_ name: RecordName, into target: RecordName) throws {
    guard var entry = entries[name], var tracked = try store.tracked(name) else { return }
    for source in Set(try store.records(referencing: name) + store.rows(referencing: name)).sorted()
    {
      try addUnchanged(source)
      if var edits = try store.edits(of: source) {
        edits.rename(name, to: target)
        try store.write(edits, of: source)
      }
    }
    let redirect = Redirect(target: target)
    entry.local.redirect(to: redirect)
    entry.whole.redirect(to: redirect)
    shared.redirects.add(redirect, for: name)
    entries[name] = entry
    tracked.stash = entry.local
    try store.write(tracked, named: name)
    try store.write(nil as LocalEdits?, of: name)
    try fold(entry, into: target)
  }

  /// Takes changes of a record that was merged into another one over to that record.
  private mutating func foldAgain(_ name: RecordName) throws {
    guard let entry = entries[name], entry.whole.redirect != nil else { return }
    let target = shared.redirects.destination(of: name)
    guard target != name else { return }
    if let direct = entry.record.state.redirect?.target, direct.objectKey != nil,
      try store.tracked(direct)?.isAcknowledged == false
    {
      // The hub's object has not arrived. The one with this name is another one, of this device.
      return
    }
    try addUnchanged(target)
    try fold(entry, into: target)
  }

  private mutating func fold(_ entry: Entry, into target: RecordName) throws {
    guard var other = entries[target], var tracked = try store.tracked(target) else { return }
    let changes = other.whole.changes(
      folding: entry.whole, unique: try store.uniqueFields(ofType: entry.record.type),
      following: shared.redirects)
    other.whole.join(changes)
    other.local.join(changes)
    entries[target] = other
    let known = tracked.acknowledged.state.joined(with: tracked.stash)
    guard known.joined(with: changes) != known else { return }
    tracked.stash.join(changes)
    try store.write(tracked, named: target)
  }
}
