import Perennial
import PerennialRecords
import PerennialReplication

/// A transaction of a store, as the algorithm sees it. Each subject has a part of its own.
///
/// A part uses only the parts that are made before it.
package final class StoreReplica: ReplicaStore {
  let sync: SyncTransaction
  private let storedPosition: StoredPosition
  let editTable: LocalEditTable
  private let pushedWrites: RecordTexts<PushedWrites>
  private let sealedValues: SealedValueTable
  private let substituted: SubstitutedValueTable
  let recordTable: RecordTable
  private let assetContents: AssetContents
  let missing: MissingAssetTable
  private let rowContents: RowContents
  private let presets: PresetRows
  private let editions: PresetEditions
  let transfers: AssetTransfers
  let conflictTable: ConflictTable
  let sealing: RecordSealing
  let refused: RefusedRows
  let late: LateContent
  private let oneToOneConflicts: OneToOneConflicts
  private let rowWriter: SyncedRowWriter
  private let history: HistoryChanges
  let membership: SyncMembership

  init(
    _ transaction: StoreTransaction, schema: SyncSchema, assetFiles: AssetFiles,
    sealer: (any ValueSealer)?
  ) {
    sync = SyncTransaction(transaction, schema)
    storedPosition = StoredPosition(sync)
    editTable = LocalEditTable(sync)
    pushedWrites = RecordTexts(sync: sync, table: SyncTables.pushed, column: "writes")
    sealedValues = SealedValueTable(sync)
    substituted = SubstitutedValueTable(sync)
    recordTable = RecordTable(sync, editTable: editTable, sealedValues: sealedValues)
    assetContents = AssetContents(sync, assetFiles)
    missing = MissingAssetTable(sync, assetContents)
    rowContents = RowContents(
      sync: sync, assets: assetContents, missing: missing, sealedValues: sealedValues)
    presets = PresetRows(sync, assetContents)
    editions = PresetEditions(
      sync: sync, assets: assetContents, presets: presets, rows: rowContents,
      recordTable: recordTable, editTable: editTable)
    transfers = AssetTransfers(
      sync: sync, contents: assetContents, missing: missing, presets: presets)
    conflictTable = ConflictTable(sync)
    sealing = RecordSealing(
      sealer: sealer, sync: sync, recordTable: recordTable, editTable: editTable,
      sealedValues: sealedValues,
      conflicts: conflictTable)
    refused = RefusedRows(sync)
    late = LateContent(sync)
    oneToOneConflicts = OneToOneConflicts(sync, recordTable: recordTable, editTable: editTable)
    rowWriter = SyncedRowWriter(
      sync: sync, assets: assetContents, missing: missing, sealedValues: sealedValues,
      substituted: substituted, presets: presets,
      links: SyncedLinkWriter(sync: sync, rows: rowContents), oneToOneConflicts: oneToOneConflicts,
      refusedRows: refused)
    history = HistoryChanges(
      sync,
      PresetChanges(
        sync: sync, presets: presets, recordTable: recordTable, editTable: editTable, late: late))
    membership = SyncMembership(
      sync: sync, position: storedPosition, editTable: editTable, recordTable: recordTable,
      sealedValues: sealedValues, substituted: substituted, missing: missing, assets: assetContents,
      presets: presets, late: late)
  }

  /// Ends a transaction: writes again what depends on the changes in it.
  func finish(_ replica: Replica<StoreReplica>) throws {
    guard sync.hasChanged else { return }
    try oneToOneConflicts.settle()
    let names = try refused.retriedNames
    if !names.isEmpty { try replica.rewriteRows(names) }
  }

  // MARK: Position and clock

  var position: ReplicaPosition { get throws { try storedPosition.value } }
  func write(_ position: ReplicaPosition) throws { try storedPosition.write(position) }
  var device: DeviceIdentifier { get throws { try sync.stamp.device } }
  var stamp: Stamp { get throws { try sync.stamp } }
  var milliseconds: Int64 { get throws { try sync.transaction.milliseconds } }
  func observe(_ stamp: Stamp) { sync.transaction.observe(stamp.time) }
  func setClock(latest: HybridTime, correction: Int64) throws {
    try sync.transaction.correctClock(latest: latest, by: correction)
  }
  func transactions(after number: Int64, limit: Int) throws -> [LocalTransaction] {
    try history.transactions(after: number, limit: limit)
  }

  // MARK: Knowledge

  func edits(of name: RecordName) throws -> LocalEdits? { try editTable.edits(of: name) }
  func write(_ edits: LocalEdits?, of name: RecordName) throws {
    try editTable.write(edits, of: name)
  }
  func editedNames(after name: RecordName?, limit: Int) throws -> [RecordName] {
    try editTable.editedNames(after: name, limit: limit)
  }
  func unsentCount(limit: Int) throws -> UnsentCount { try editTable.count(limit: limit) }
  func tracked(_ name: RecordName) throws -> TrackedRecord? { try recordTable.tracked(name) }
  func write(_ tracked: TrackedRecord?, named name: RecordName) throws {
    try recordTable.write(tracked, named: name)
  }
  func pushed(of name: RecordName) throws -> PushedWrites? {
    try pushedWrites.value(of: name)
  }
  func write(_ pushed: PushedWrites?, of name: RecordName) throws {
    try pushedWrites.write(pushed, of: name)
  }
  func names(notIn reading: Int) throws -> [RecordName] { try recordTable.names(notIn: reading) }
  var redirects: Redirects { get throws { try recordTable.redirects } }
  func records(referencing name: RecordName) throws -> [RecordName] {
    try recordTable.records(referencing: name)
  }
  func records(
    ofType type: String, claiming value: RecordValue, in field: String
  ) throws -> [RecordName] {
    try recordTable.records(ofType: type, claiming: [value], in: [field])
  }
  func records(
    ofType type: String, claiming values: [RecordValue], in fields: [String]
  ) throws -> [RecordName] {
    try recordTable.records(ofType: type, claiming: values, in: fields)
  }
  var displacedRecords: [RecordName] { get throws { try recordTable.displacedRecords } }

  // MARK: Rows

  func content(of name: RecordName) throws -> RowContent? { try rowContents.content(of: name) }
  func write(_ rows: [(record: Record, content: RowContent?)]) throws {
    try rowWriter.write(rows)
    try late.noteWritten(rows.lazy.map { ($0.record.name, $0.record.type) })
  }
  func noteEdits(
    of preset: Record, linksOfCatalog links: [String: [RecordName: Bool]]
  ) throws {
    try presets.noteEdits(of: preset, linksOfCatalog: links)
  }
  func rowType(of name: RecordName) throws -> String? { try sync.locate(name)?.entity.type }
  func note(_ misfits: [Misfit], of record: Record) throws {
    try refused.note(misfits, of: record)
  }
  func rows(referencing name: RecordName) throws -> [RecordName] {
    try rowContents.rows(referencing: name)
  }
  func rename(_ name: RecordName) throws -> RecordName {
    let renaming = RecordRenaming(
      sync: sync, editTable: editTable, missing: missing, sealedValues: sealedValues,
      substituted: substituted)
    return try renaming.rename(name)
  }
  func catalogVersion(of name: RecordName) throws -> CatalogVersion<RecordValue>? {
    try editions.catalogVersion(of: name)
  }
  func presets(ofType type: String?) throws -> [RecordName] { try presets.names(ofType: type) }

  // MARK: Entities

  func uniqueFields(ofType type: String) throws -> Set<String> {
    sync.schema.entity(ofType: type)?.uniqueFields ?? []
  }
  func requiredReferences(ofType type: String) throws -> Set<String> {
    sync.schema.entity(ofType: type)?.requiredReferences ?? []
  }
  func uniqueGroups(ofType type: String) throws -> [[String]] {
    sync.schema.entity(ofType: type)?.uniqueGroups ?? []
  }
  func mergesWholeRecords(ofType type: String) throws -> Bool {
    sync.schema.entity(ofType: type)?.mergesWholeRecords ?? false
  }
  func counters(ofType type: String) throws -> [String: Int64] {
    sync.schema.entity(ofType: type)?.counters ?? [:]
  }
  func fits(_ value: RecordValue, in field: String, ofType owner: String) throws -> Bool {
    guard let column = sync.schema.entity(ofType: owner)?.column(ofField: field) else {
      return true
    }
    return try !SyncedRowWriter.isUnfit(value, column) || rowWriter.value(value, for: column) != nil
  }
  func defaultValue(of field: String, ofType owner: String) throws -> RecordValue? {
    guard let column = sync.schema.entity(ofType: owner)?.column(ofField: field),
      column.kind != .orderKey
    else { return nil }
    return RecordValue(try column.defaultValue(), column.kind)
  }
  func substitutedValues(of name: RecordName) throws -> [String: SubstitutedValue] {
    try substituted.values(of: name)
  }
  func value(
    _ value: RecordValue, keepingPartsOf known: RecordValue, in field: String,
    ofType owner: String
  ) throws -> RecordValue {
    guard case .text(let text) = value, case .text(let former) = known,
      let column = sync.schema.entity(ofType: owner)?.column(ofField: field),
      column.kind == .value
    else { return value }
    return .text(
      try column.property.json(text, keepingMembersOf: former, on: sync.connection))
  }
  func admits(_ type: String, in field: String, ofType owner: String) throws -> Bool {
    sync.schema.admits(type, in: field, ofType: owner)
  }

  // MARK: Other versions of the app

  func lateRecords(limit: Int) throws -> [RecordName] { try late.names(limit: limit) }
  func noteRewritten(_ names: [RecordName]) throws {
    try late.noteRewritten(upTo: names.last, count: names.count)
  }
  func lateFields(of name: RecordName, ofType type: String) throws -> Set<String> {
    try late.fields(of: name, ofType: type)
  }

  func absentFields(of name: RecordName, ofType type: String) throws -> Set<String> {
    try late.absentFields(of: name, ofType: type)
  }

  // MARK: Conflicts

  var conflicts: [RecordConflict] { get throws { try conflictTable.all } }
  var conflictCount: Int { get throws { try conflictTable.count } }
  func write(_ conflict: RecordConflict) throws { try conflictTable.write(conflict) }
  func remove(_ conflict: RecordConflict) throws { try conflictTable.remove(conflict) }

  // MARK: Sealed values

  func sealed(_ record: Record) throws -> Record { try sealing.sealed(record) }
  func opened(_ record: Record) throws -> Record { try sealing.opened(record) }
  func heldFields(of record: Record) throws -> Set<String> { try sealing.heldFields(of: record) }
  func sentByteCount(of record: Record) throws -> Int { try sealing.sentByteCount(of: record) }
}
