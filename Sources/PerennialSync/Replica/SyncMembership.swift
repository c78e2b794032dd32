import Perennial
import PerennialRecords
import PerennialReplication

/// The beginning of a store's sync with an account, its continuation after the contents were replaced, and its end.
struct SyncMembership {
  let sync: SyncTransaction
  let position: StoredPosition
  let editTable: LocalEditTable
  let recordTable: RecordTable
  let sealedValues: SealedValueTable
  let substituted: SubstitutedValueTable
  let missing: MissingAssetTable
  let assets: AssetContents
  let presets: PresetRows
  let late: LateContent

  private var connection: Connection { sync.connection }

  /// Creates the tables of a store that was not synced before, and takes its objects into the list of unsent
  /// changes.
  ///
  /// - Parameter number: The transaction of the history after which changes have stamps of their own; nil for the
  ///   last one.
  func prepare(after number: Int64? = nil) throws {
    if try isPrepared {
      try SyncTables.update(on: connection)
      try late.follow()
      return try SyncTables.sweepChecksums(on: connection)
    }
    if try hasLeft { return }
    try SchemaCheck.trusting(connection) { try SyncTables.create(on: connection) }
    try SyncTables.clear(on: connection)
    recordTable.clear()
    try late.forget()
    try late.follow()
    try admitUnknownRows()
    var position = ReplicaPosition()
    position.transaction = try number ?? sync.transaction.lastEntry
    try self.position.write(position)
  }

  private var isPrepared: Bool {
    get throws { try StoreMetadata.value(StoreMetadata.syncKey, on: connection) != nil }
  }

  /// Reads the zone again if a backup has replaced the contents. A backup from before the first sync is prepared
  /// like a store that was not synced.
  ///
  /// The rows of a backup take the hub's state. Its objects that the hub never had are kept and sent. After an
  /// erasure, the store leaves its account: the hub keeps the objects, and they do not return by themselves.
  func followReplacement() throws {
    let floor = try sync.transaction.historyFloor
    guard try isPrepared else { return try prepare(after: floor) }
    var position = try self.position.value
    guard floor > position.transaction else { return }
    try SyncTables.update(on: connection)
    try late.follow()
    if try sync.transaction.historyEntries(after: floor, limit: 1).first?.record.isErasure == true {
      return try leave()
    }
    // Changes of the user since the restoration come after it in the history.
    position.transaction = floor
    position.beginReading(.sweep)
    // The backup may be older than the hub's database.
    position.incarnation = nil
    try self.position.write(position)
    try admitUnknownRows()
  }

  /// `true` if the store has left its account.
  var hasLeft: Bool {
    get throws { try StoreMetadata.value(StoreMetadata.syncLeftKey, on: connection) != nil }
  }

  /// Ends the sync of the store with its account. The rows stay.
  func leave() throws {
    // A backup of an earlier version of the library may have replaced the tables.
    try SchemaCheck.trusting(connection) { try SyncTables.create(on: connection) }
    try SyncTables.clear(on: connection)
    assets.files.removeAll()
    recordTable.clear()
    missing.clear()
    sealedValues.clear()
    substituted.clear()
    try late.forget()
    try StoreMetadata.set(StoreMetadata.syncKey, nil, on: connection)
    try StoreMetadata.set(StoreMetadata.syncSealingKey, nil, on: connection)
    try StoreMetadata.set(StoreMetadata.syncLeftKey, "1", on: connection)
    try setAccount(nil)
    position.forget()
  }

  /// The account whose data the store has.
  var account: String? {
    get throws { try StoreMetadata.value(StoreMetadata.syncAccountKey, on: connection) }
  }

  /// Notes the account whose data the store has.
  func setAccount(_ account: String?) throws {
    try StoreMetadata.set(StoreMetadata.syncAccountKey, account, on: connection)
  }

  /// Begins to sync the store again after it has left its account. Its rows are sent.
  func rejoin() throws {
    try StoreMetadata.set(StoreMetadata.syncLeftKey, nil, on: connection)
    try prepare()
  }

  /// Lists the objects as inserted that a backup has from transactions that sync had not taken. The hub can have them
  /// since, and knows them by these stamps. An object that the user has deleted meanwhile is among them.
  private func admitUntakenInsertions() throws {
    var insertions: [RecordName: Stamp] = [:]
    for entry in try sync.transaction.removePendingEntries() {
      for group in entry.record.groups where group.kind != .update {
        for key in group.rowIDs where key > 0 {
          insertions[RecordName(rowKey: key)] = group.kind == .insert ? entry.stamp : nil
        }
      }
    }
    for (name, stamp) in insertions where try !editTable.isListed(name) {
      try editTable.write(LocalEdits(restored: stamp), of: name)
    }
  }

  /// Lists the rows of which the hub has nothing as inserted, and the changes of presets that it never had.
  private func admitUnknownRows() throws {
    try admitUntakenInsertions()
    let changes = try EarlierPresetChanges(sync, presets).edits.map { name, changes in
      (name, try editTable.isListed(name) ? try withUntaken(changes, of: name) : changes)
    }
    let insertion = try sync.encode(LocalEdits(insertion: .beforeSync))
    let offer = try sync.encode(LocalEdits(offer: .beforeSync))
    for root in sync.schema.roots {
      try connection.run(
        """
        INSERT OR IGNORE INTO \(SyncTables.edits) (name, edits) \
        SELECT r.name, iif(r._pk < 0, ?2, ?1) FROM (SELECT _pk, \
        iif(_pk < 0, 'p.', 'o.') || printf('%016x', _pk) AS name FROM \(root.table)) AS r \
        WHERE NOT EXISTS (SELECT 1 FROM \(SyncTables.records) AS k WHERE k.name = r.name)
        """, [.text(insertion), .text(offer)])
    }
    for case (let name, let edits?) in changes { try editTable.write(edits, of: name) }
  }

  /// Returns the unsent changes of a preset that the store knew before its contents were replaced, with those that sync
  /// had not taken; nil if there are none of these.
  private func withUntaken(_ changes: LocalEdits, of name: RecordName) throws -> LocalEdits? {
    guard let tracked = try recordTable.tracked(name) else { return nil }
    let counters = sync.schema.entity(ofType: tracked.acknowledged.type)?.counters ?? [:]
    let former = try editTable.edits(of: name) ?? LocalEdits()
    var edits = former
    edits.addUntaken(changes, of: tracked, counters: Set(counters.keys))
    return edits == former ? nil : edits
  }
}
