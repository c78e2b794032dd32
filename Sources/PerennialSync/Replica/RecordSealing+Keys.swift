import Perennial
import PerennialRecords
import PerennialReplication

// The keys of the zone: a record of them is sent as any other.

extension RecordSealing {
  /// `true` if the device has got or lost keys since the last transaction that has written.
  var hasOtherKeys: Bool {
    get throws {
      guard let sealer else { return false }
      return try sealer.keyList
        != (StoreMetadata.value(StoreMetadata.syncSealingKey, on: connection) ?? "")
    }
  }

  /// The transactions' part in the keys: takes those that have arrived, and opens the values that waited for them, at
  /// once.
  func followKeys(_ replica: Replica<StoreReplica>) throws {
    guard let sealer else { return }
    if recordTable.isKeyRecordWritten {
      recordTable.isKeyRecordWritten = false
      if let keys = try recordTable.tracked(.sealingKeys) {
        let fields = try sealer.takeKeys(
          from: keys.acknowledged.state.joined(with: keys.detachedChanges),
          onHub: keys.acknowledged.state)
        try writeKeys(fields)
        recordTable.isKeyRecordWritten = false
      }
    }
    let former = try StoreMetadata.value(StoreMetadata.syncSealingKey, on: connection) ?? ""
    if sealer.keyList != former { sealer.refresh() }
    let keys = sealer.keyList
    if keys != former {
      if sealer.hasKey, former.isEmpty || sealer.madeCurrentKey { try sealAllAgain() }
      let opened = try openWaiting()
      try conflicts.open(with: sealer)
      try StoreMetadata.set(StoreMetadata.syncSealingKey, keys, on: connection)
      if !opened.isEmpty { try replica.rewriteRows(opened) }
    }
    for name in sealedAgain.sorted() {
      guard var tracked = try recordTable.tracked(name), tracked.isAcknowledged,
        !tracked.needsFullUpload
      else {
        continue
      }
      tracked.needsFullUpload = true
      try recordTable.write(tracked, named: name)
    }
    sealedAgain = []
  }

  /// Writes fields of the zone's record of keys, which is sent as any record.
  func writeKeys(_ fields: [String: RecordValue]) throws {
    if fields.isEmpty { return }
    var keys =
      try recordTable.tracked(.sealingKeys)
      ?? TrackedRecord(Record(.sealingKeys, type: "sealing.keys"))
    let stamp = try sync.stamp
    for (field, value) in fields {
      keys.detachedChanges.write(value, to: field, over: nil, at: stamp)
    }
    try recordTable.write(keys, named: .sealingKeys)
  }

  /// Lets all records with sealed fields be sent again. They are sealed with the present key then, at the same stamps, so
  /// they replace no edit.
  private func sealAllAgain() throws {
    let types = sync.schema.entities.filter { !$0.sealedFields.isEmpty }.map(\.type)
    for type in Set(types).sorted() {
      try connection.run(
        """
        UPDATE \(SyncTables.records) SET is_offered = 1 WHERE type = ? AND is_acknowledged = 1 \
        AND instr(state, '"fields"') > 0
        """, [.text(type)])
    }
    recordTable.clear()
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
    let redirects = names.isEmpty ? Redirects() : try recordTable.redirects
    for name in names {
      guard var tracked = try recordTable.tracked(name) else { continue }
      let aliases = [name] + redirects.aliases(of: name)
      let type = tracked.acknowledged.type
      func opened(_ state: RecordState<RecordValue>) -> RecordState<RecordValue> {
        state.replacingValues { field, edit in
          guard let data = edit.value.sealed else { return edit.value }
          for alias in aliases {
            let sealedField = SealedField(record: alias, type: type, name: field)
            if let value = try? sealer?.open(data, in: sealedField).value { return value }
          }
          return edit.value
        }
      }
      tracked.acknowledged.state = opened(tracked.acknowledged.state)
      tracked.detachedChanges = opened(tracked.detachedChanges)
      try recordTable.write(tracked, named: name)
    }
    return names
  }
}
