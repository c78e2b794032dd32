import PerennialRecords
import PerennialReplication

/// The figures of a store that the engine's status shows.
struct StoreOverview: Sendable {
  let position: ReplicaPosition
  /// The number of conflicts that no user has decided.
  let conflictCount: Int
  /// The assets that rows should show, and whose bytes are missing.
  let missingAssets: Set<RecordAsset>
  /// The number of records with sealed values that this device cannot read.
  let sealedRecordCount: Int
  /// The number of records whose rows are to be written again, because another version of the app has written them.
  let lateRecordCount: Int
  /// The number of records whose rows do not show all that the records have.
  let unwrittenRecordCount: Int
  /// The count of unsent records; nil if they were not counted.
  let unsent: UnsentCount?

  init(_ store: some AssetStore, unsent: UnsentCount? = nil) throws {
    position = try store.position
    conflictCount = try store.conflictTable.conflictCount
    missingAssets = try store.missingAssets
    sealedRecordCount = try store.sealedRecordCount
    lateRecordCount = try store.lateRecordCount
    unwrittenRecordCount = try store.unwrittenRecordCount
    self.unsent = unsent
  }
}
