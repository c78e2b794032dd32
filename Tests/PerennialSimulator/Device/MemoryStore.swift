package import PerennialRecords
package import PerennialReplication

/// A store in memory, for ``Replica``.
package final class MemoryStore: ReplicaStore, ReplicaEdits, ReplicaRecords, ReplicaConflicts,
  ReplicaSchema, ReplicaLateRows, ReplicaSealing
{
  package var disk: Disk
  /// The number of writes after which a transaction fails; nil if none does.
  package var writesBeforeFailure: Int?

  package init(_ disk: Disk) { self.disk = disk }

  /// The objects that got another key, in their order, and those that were forgotten because others have their changes.
  private(set) var renamed: [(former: RecordName, name: RecordName)] = []

  private func countWrite() throws {
    guard let count = writesBeforeFailure else { return }
    writesBeforeFailure = count - 1
    if count <= 0 { throw EngineFailure.store }
  }

  /// Runs a transaction. If it throws, nothing has changed.
  package func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    let former = (disk: disk, renamed: renamed)
    do { return try body() } catch {
      (disk, renamed) = former
      throw error
    }
  }

  // MARK: Parts

  package var editTable: MemoryStore { self }
  package var recordTable: MemoryStore { self }
  package var conflictTable: MemoryStore { self }
  package var schema: MemoryStore { self }
  package var late: MemoryStore { self }
  package var sealing: MemoryStore { self }

  // MARK: Position and history

  package var position: ReplicaPosition { disk.position }

  package func write(_ position: ReplicaPosition) throws {
    try countWrite()
    disk.position = position
  }

  package func transactions(after number: Int64, limit: Int) -> [LocalTransaction] {
    let start = disk.history.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0
    return Array(disk.history[start...].prefix(limit))
  }

  // MARK: Clock

  /// The device's own clock, which can be wrong.
  package var wallClock: Int64 = 0

  package var device: DeviceIdentifier { disk.device }

  package var milliseconds: Int64 { wallClock + disk.correction }

  package var stamp: Stamp {
    disk.latest = max(disk.latest.successor, HybridTime(milliseconds: milliseconds))
    return Stamp(time: disk.latest, device: disk.device)
  }

  package func observe(_ stamp: Stamp) { disk.latest = max(disk.latest, stamp.time) }

  package func setClock(latest: HybridTime, correction: Int64) {
    disk.latest = latest
    disk.correction += correction
  }

  // MARK: Changes and knowledge

  package func edits(of name: RecordName) -> LocalEdits? { disk.edits[name] }

  package func write(_ edits: LocalEdits?, of name: RecordName) throws {
    try countWrite()
    disk.edits[name] = edits
  }

  package func pushed(of name: RecordName) -> PushedWrites? { disk.pushed[name] }

  package func write(_ pushed: PushedWrites?, of name: RecordName) throws {
    try countWrite()
    disk.pushed[name] = pushed
  }

  package func editedNames(after name: RecordName?, limit: Int) -> [RecordName] {
    let unsent = disk.tracked.keys { $1.isUnsent }
    let names = Set(disk.edits.keys).union(unsent).sorted()
    guard let name else { return Array(names.prefix(limit)) }
    return Array(names.lazy.filter { $0 > name }.prefix(limit))
  }

  package func unsentCount(limit: Int) -> UnsentCount {
    let names = editedNames(after: nil, limit: limit + 1)
    return UnsentCount(
      of: names.count, refused: names.count { tracked($0)?.refusal != nil }, limit: limit)
  }

  package func tracked(_ name: RecordName) -> TrackedRecord? {
    if let tracked = disk.tracked[name] { return tracked }
    if name == .manifest { return TrackedRecord(Record(name, type: "")) }
    if disk.deletedPresets.contains(name) {
      return TrackedRecord(Record(name, type: Pantry.type(ofPreset: name)))
    }
    return disk.rows[name].map {
      TrackedRecord(Record(name, type: $0.type, created: disk.created[name]))
    }
  }

  package func write(_ tracked: TrackedRecord?, named name: RecordName) throws {
    try countWrite()
    if tracked == nil, let former = disk.tracked[name],
      former.acknowledged.state.redirect ?? former.detachedChanges.redirect != nil
    {
      renamed.append((name, redirects.destination(of: name)))
    }
    disk.tracked[name] = tracked
  }

  package func names(notIn reading: Int) -> [RecordName] {
    disk.tracked.keys { $1.isAcknowledged && $1.reading != reading }.sorted()
  }

  package var redirects: Redirects {
    var redirects = Redirects()
    for (name, tracked) in disk.tracked {
      if let redirect = tracked.acknowledged.state.redirect { redirects.add(redirect, for: name) }
      if let redirect = tracked.detachedChanges.redirect { redirects.add(redirect, for: name) }
    }
    return redirects
  }

  // MARK: Rows

  package func content(of name: RecordName) -> RowContent? { disk.rows[name]?.content }

  package func rowType(of name: RecordName) -> String? { disk.rows[name]?.type }

  package func write(_ rows: [(record: Record, content: RowContent?)]) throws {
    for (record, content) in rows {
      try countWrite()
      guard let content else {
        disk.removeRow(record.name)
        if record.name.objectKey == nil { noteDeletion(of: record) }
        continue
      }
      let former = disk.rows[record.name]?.content ?? RowContent()
      disk.rows[record.name] = Disk.Row(
        type: record.type, content: former.updated(by: content),
        defaults: record.state.catalogVersion?.values ?? [:],
        edited: Set(record.state.edits.keys).union(record.state.counters.keys))
      disk.deletedPresets.remove(record.name)
      disk.created[record.name] = record.created
      disk.deletedCounters[record.name] = nil
    }
  }

  private func noteDeletion(of preset: Record) {
    if preset.state.deletion?.isDeleted == true || preset.state.catalogVersion?.isEmpty != true {
      disk.deletedPresets.insert(preset.name)
    } else if disk.deletedPresets.remove(preset.name) != nil {
      disk.isIncomplete = true
    }
  }

  package func records(referencing name: RecordName) -> [RecordName] {
    func references(_ state: RecordState<RecordValue>) -> Bool {
      state.edits.values.contains { $0.value.target == name }
        || state.links.values.contains { $0.edits[name] != nil }
    }
    return disk.tracked.keys { _, tracked in
      references(tracked.acknowledged.state) || references(tracked.detachedChanges)
    }.sorted()
  }

  package func rows(referencing name: RecordName) -> [RecordName] {
    disk.rows.keys { $1.content.references(name) }.sorted()
  }

  package func uniqueFields(ofType type: String) -> Set<String> {
    type == Pantry.label ? [Pantry.unique] : []
  }

  package func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) -> [RecordName] {
    func claims(_ state: RecordState<RecordValue>?) -> Bool {
      guard let state else { return false }
      let cell = state.edits[field]
      return cell?.value == value || cell?.base == value
        || state.catalogVersion?.values[field] == value
    }
    let tracked = disk.tracked.keys { _, tracked in
      tracked.acknowledged.type == type
        && (claims(tracked.acknowledged.state) || claims(tracked.detachedChanges))
    }
    let rows = disk.rows.keys { $1.type == type && $1.content.values[field] == value }
    return Set(tracked + rows).sorted()
  }

  package var displacedRecords: [RecordName] {
    disk.tracked.keys { !$1.displacedValues.isEmpty || $1.isLeftOut }.sorted()
  }

  package var conflicts: [RecordConflict] { disk.conflicts }

  package var conflictCount: Int { disk.conflicts.count }

  package func write(_ conflict: RecordConflict) throws {
    try countWrite()
    disk.conflicts.append(conflict)
    disk.noted.append(conflict)
    if disk.conflicts.count > 1000 { disk.conflicts.removeFirst() }
  }

  package func remove(_ conflict: RecordConflict) throws {
    try countWrite()
    disk.conflicts.removeAll { $0 == conflict }
  }

  package func mergesWholeRecords(ofType type: String) -> Bool { type == Pantry.tag }

  package func admits(_ type: String, in field: String, ofType owner: String) -> Bool {
    Pantry.destinations[field].map { $0 == type } ?? true
  }

  package func counters(ofType type: String) -> [String: Int64] {
    [Pantry.counter: Pantry.counterStart]
  }

  package func rename(_ name: RecordName) -> RecordName {
    let other = disk.rename(name)
    renamed.append((name, other))
    return other
  }

  // MARK: Catalog

  package func catalogVersion(of name: RecordName) -> CatalogVersion<RecordValue>? {
    disk.catalogVersion(of: name)
  }

  package func presets(ofType type: String?) -> [RecordName] {
    let names = Set(disk.rows.keys).union(disk.tracked.keys).filter {
      $0.objectKey == nil && $0 != .manifest
    }
    return names.sorted().filter { type == nil || type == Pantry.type(ofPreset: $0) }
  }
}

extension Dictionary {
  /// Returns the keys for which a condition holds, without a copy of their values.
  func keys(where isWanted: (Key, Value) -> Bool) -> [Key] {
    var keys: [Key] = []
    for (key, value) in self where isWanted(key, value) { keys.append(key) }
    return keys
  }
}

extension Disk {
  /// Deletes a row. References to it become nil, as the store's foreign keys do it.
  package mutating func removeRow(_ name: RecordName) {
    guard rows.removeValue(forKey: name) != nil else { return }
    if name.objectKey == nil { deletedPresets.insert(name) }
    for (source, row) in rows {
      for (field, value) in row.content.values where value.target == name {
        rows[source]?.content.values[field] = .null
      }
      if row.content.links.values.contains(where: { $0.contains(name) }) {
        rows[source]?.content.unlink(name)
      }
    }
  }

  /// Gives an object another key, in its row, in references and in the changes to send.
  package mutating func rename(_ name: RecordName) -> RecordName {
    objectCount += 1
    let other = RecordName.object(key: device.rawValue << 32 | Int64(objectCount))
    rows[other] = rows.removeValue(forKey: name)
    created[other] = created.removeValue(forKey: name)
    edits[other] = edits.removeValue(forKey: name)
    tracked[name] = nil
    for (source, row) in rows {
      for (field, value) in row.content.values where value.target == name {
        rows[source]?.content.values[field] = .reference(other)
      }
      for (field, targets) in row.content.links where targets.contains(name) {
        let order = row.content.orders[field]?[name]
        rows[source]?.content.unlink(name)
        rows[source]?.content.links[field] = targets.subtracting([name]).union([other])
        if let order { rows[source]?.content.orders[field, default: [:]][other] = order }
      }
    }
    for source in edits.keys { edits[source]?.rename(name, to: other) }
    return other
  }
}

extension RowContent {
  /// Removes the links to a record, and their order keys.
  mutating func unlink(_ target: RecordName) {
    for field in links.keys { links[field]?.remove(target) }
    for field in orders.keys {
      orders[field]?[target] = nil
      if orders[field]?.isEmpty == true { orders[field] = nil }
    }
  }
}
