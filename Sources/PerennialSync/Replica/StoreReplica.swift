import Perennial
import PerennialRecords
import PerennialReplication

/// A transaction of a store, as the algorithm sees it. Each subject has a part of its own.
///
/// A part uses only the parts that are made before it.
package final class StoreReplica: ReplicaStore {
  let sync: SyncTransaction
  let schema: SyncSchema
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
    self.schema = schema
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
  var device: DeviceIdentifier { get throws { try sync.device } }
  var stamp: Stamp { get throws { try sync.stamp } }
  var milliseconds: Int64 { get throws { try sync.transaction.milliseconds } }
  func observe(_ stamp: Stamp) { sync.transaction.observe(stamp.time) }
  func setClock(latest: HybridTime, correction: Int64) throws {
    try sync.transaction.correctClock(latest: latest, by: correction)
  }
  func transactions(after number: Int64, limit: Int) throws -> [LocalTransaction] {
    try history.transactions(after: number, limit: limit)
  }

  // MARK: Pushed writes

  func pushed(of name: RecordName) throws -> PushedWrites? {
    try pushedWrites.value(of: name)
  }
  func write(_ pushed: PushedWrites?, of name: RecordName) throws {
    try pushedWrites.write(pushed, of: name)
  }

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

  // MARK: Values

  func fits(_ value: RecordValue, in field: String, ofType owner: String) throws -> Bool {
    guard let column = schema.entity(ofType: owner)?.column(ofField: field) else {
      return true
    }
    return try !SyncedRowWriter.isUnfit(value, column) || rowWriter.value(value, for: column) != nil
  }
  func defaultValue(of field: String, ofType owner: String) throws -> RecordValue? {
    guard let column = schema.entity(ofType: owner)?.column(ofField: field),
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
      let column = schema.entity(ofType: owner)?.column(ofField: field),
      column.kind == .value
    else { return value }
    return .text(
      try column.property.json(text, keepingMembersOf: former, on: sync.connection))
  }
}
