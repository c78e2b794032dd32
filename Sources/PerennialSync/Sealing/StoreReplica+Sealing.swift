import Foundation
import Perennial
import PerennialRecords
import PerennialReplication

// The way of sealed values to the hub and from it. The store has them as they are, and so have its merges.

extension StoreReplica {
  private func sealedFields(of record: Record) -> Set<String> {
    if sealer == nil { return [] }
    return schema.entity(ofType: record.type)?.sealedFields ?? []
  }

  func sealed(_ record: Record) throws -> Record {
    let fields = sealedFields(of: record)
    guard let sealer, !fields.isEmpty else { return record }
    var record = record
    let name = record.name
    record.state = try record.state.replacingValues { field, edit in
      guard fields.contains(field), edit.value.isSealable else { return edit.value }
      let place = SealedField(record: name, type: record.type, name: field)
      return .sealed(try sealer.seal(edit.value, in: place, at: edit.stamp))
    }
    return record
  }

  func heldFields(of record: Record) throws -> Set<String> {
    let fields = sealedFields(of: record)
    guard let sealer, !fields.isEmpty else { return [] }
    let known = try tracked(record.name)?.acknowledged.state.cells ?? [:]
    let held = record.state.cells.filter { field, edit in
      guard fields.contains(field) else { return false }
      // A value of another record that was merged into this one can be read under that record's name alone.
      if edit.value.sealed != nil { return edit.value != known[field]?.value }
      return edit.value.isSealable && !sealer.hasKey
    }
    return Set(held.keys)
  }

  func sentByteCount(of record: Record) throws -> Int {
    let fields = sealedFields(of: record)
    if fields.isEmpty { return record.byteCount }
    return record.state.cells.reduce(record.byteCount) { count, cell in
      guard fields.contains(cell.key), cell.value.value.isSealable else { return count }
      return count + cell.value.value.sealedGrowth
    }
  }

  func opened(_ record: Record) throws -> Record {
    let fields = sealedFields(of: record)
    let hasSealed = record.state.cells.contains { $0.value.value.sealed != nil }
    guard hasSealed || sealer?.hasKey == true && !fields.isEmpty else { return record }
    let known = try tracked(record.name)?.acknowledged.state.cells ?? [:]
    var record = record
    var openedFields: [String: RecordValue] = [:]
    let (name, type) = (record.name, record.type)
    record.state = try record.state.replacingValues { field, edit in
      guard let data = edit.value.sealed else {
        // Another device sends the value as it is. It is sealed from here.
        if sealer?.hasKey == true, fields.contains(field), edit.value.isSealable {
          sealedAgain.insert(name)
        }
        return edit.value
      }
      if let opened = try open(data, in: SealedField(record: name, type: type, name: field)) {
        if !opened.isCurrent { sealedAgain.insert(name) }
        if known[field]?.value.sealed != nil, known[field]?.stamp == edit.stamp {
          openedFields[field] = opened.value
        }
        return opened.value
      }
      // A value that was sealed again is the same value.
      guard let cell = known[field], cell.stamp == edit.stamp, cell.value.sealed == nil else {
        return edit.value
      }
      return cell.value
    }
    if !openedFields.isEmpty { try replaceKnown(openedFields, of: name) }
    return record
  }

  /// Opens a value; nil if this device cannot read it.
  private func open(
    _ data: Data, in field: SealedField
  ) throws -> (value: RecordValue, isCurrent: Bool)? {
    guard let sealer else { return nil }
    do throws(SealedValueError) { return try sealer.open(data, in: field) } catch {
      if error == .notAuthentic {
        transaction.warn("\(connection.path): \(field.record.rawValue).\(field.name): \(error)")
      }
      return nil
    }
  }

  /// Replaces sealed values that are known of a record, at the same stamps. Of two values with one stamp, a merge would
  /// keep the sealed one.
  private func replaceKnown(_ values: [String: RecordValue], of name: RecordName) throws {
    guard var tracked = try tracked(name) else { return }
    func replace(_ state: RecordState<RecordValue>) -> RecordState<RecordValue> {
      let stamps = tracked.acknowledged.state.cells.mapValues(\.stamp)
      return state.replacingValues { field, edit in
        guard edit.value.sealed != nil, edit.stamp == stamps[field] else { return edit.value }
        return values[field] ?? edit.value
      }
    }
    let stash = replace(tracked.stash)
    tracked.acknowledged.state = replace(tracked.acknowledged.state)
    tracked.stash = stash
    try write(tracked, named: name)
  }

  // MARK: Keys

  /// The transactions' part in the keys: takes those that have arrived, and opens the values that waited for them, at
  /// once.
  func followKeys(_ replica: Replica<StoreReplica>) throws {
    guard let sealer else { return }
    if isKeyRecordWritten {
      isKeyRecordWritten = false
      if let keys = try tracked(.sealingKeys) {
        let fields = try sealer.takeKeys(
          from: keys.acknowledged.state.joined(with: keys.stash), onHub: keys.acknowledged.state)
        try writeKeys(fields)
        isKeyRecordWritten = false
      }
    }
    let former = try StoreMetadata.value(StoreMetadata.syncSealingKey, on: connection) ?? ""
    if sealer.keyList != former { sealer.refresh() }
    let keys = sealer.keyList
    if keys != former {
      if sealer.hasKey, former.isEmpty || sealer.madeCurrentKey { try sealAllAgain() }
      let opened = try openWaiting()
      try openConflicts()
      try StoreMetadata.set(StoreMetadata.syncSealingKey, keys, on: connection)
      if !opened.isEmpty { try replica.show(opened) }
    }
    for name in sealedAgain.sorted() {
      guard var tracked = try tracked(name), tracked.isAcknowledged, !tracked.isOffered else {
        continue
      }
      tracked.isOffered = true
      try write(tracked, named: name)
    }
    sealedAgain = []
  }

  /// Writes fields of the zone's record of keys, which is sent as any record.
  func writeKeys(_ fields: [String: RecordValue]) throws {
    if fields.isEmpty { return }
    var keys =
      try tracked(.sealingKeys) ?? TrackedRecord(Record(.sealingKeys, type: "sealing.keys"))
    let stamp = try stamp
    for (field, value) in fields { keys.stash.write(value, to: field, over: nil, at: stamp) }
    try write(keys, named: .sealingKeys)
  }

  /// Lets all records with sealed fields be sent again. They are sealed with the present key then, at the same stamps, so
  /// they replace no edit.
  private func sealAllAgain() throws {
    let types = schema.entities.filter { !$0.sealedFields.isEmpty }.map(\.type)
    for type in Set(types).sorted() {
      try connection.run(
        """
        UPDATE \(SyncTables.records) SET is_offered = 1 WHERE type = ? AND is_acknowledged = 1 \
        AND instr(state, '"fields"') > 0
        """, [.text(type)])
    }
    knownRecords = [:]
  }

  /// Opens the sealed values that waited for a key.
  ///
  /// - Returns: The records with such values.
  /// - Complexity: O(*n*) in the number of records. It runs once for each new key.
  private func openWaiting() throws -> [RecordName] {
    var names: [RecordName] = []
    try connection.rows(
      """
      SELECT name FROM \(SyncTables.records) WHERE instr(state, '{"sealed":') > 0 \
      OR instr(stash, '{"sealed":') > 0 ORDER BY name
      """
    ) { names.append(RecordName($0.string())) }
    let redirects = names.isEmpty ? Redirects() : try redirects
    for name in names {
      guard var tracked = try tracked(name) else { continue }
      let aliases = [name] + redirects.aliases(of: name)
      let type = tracked.acknowledged.type
      func opened(_ state: RecordState<RecordValue>) -> RecordState<RecordValue> {
        state.replacingValues { field, edit in
          guard let data = edit.value.sealed else { return edit.value }
          for alias in aliases {
            let place = SealedField(record: alias, type: type, name: field)
            if let value = try? sealer?.open(data, in: place).value { return value }
          }
          return edit.value
        }
      }
      tracked.acknowledged.state = opened(tracked.acknowledged.state)
      tracked.stash = opened(tracked.stash)
      try write(tracked, named: name)
    }
    return names
  }
}

extension RecordValue {
  /// `true` if the value is one that a seal can have. A large value that was sent before stays as it is.
  var isSealable: Bool {
    switch self {
    case .null, .integer, .real, .text, .blob: true
    case .reference, .sealed, .asset: false
    }
  }

  /// The most bytes by which the JSON form grows with a seal.
  fileprivate var sealedGrowth: Int {
    if case .text(let text) = self { 84 + text.utf8.count / 3 } else { 84 }
  }
}
