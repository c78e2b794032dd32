package import Foundation
package import PerennialRecords
package import PerennialReplication

/// A store whose large values are assets: the part of it that moves their bytes.
///
/// As all of a store, the functions run within one transaction.
package protocol AssetStore: ReplicaStore {
  /// Makes the bytes of assets that records mention readable as files, until the next ``sweepAssets()``.
  ///
  /// - Returns: The files, and the assets whose bytes this device does not have.
  func stageAssets(
    _ assets: Set<RecordAsset>, of records: [Record]
  ) throws -> (files: [RecordAsset: URL], lacking: Set<RecordAsset>)
  /// Returns the assets that the rows of records will show and whose bytes this device does not have.
  func lackingAssets(of records: [Record]) throws -> Set<RecordAsset>
  /// Returns the file for the bytes of an asset that is received.
  func fileForAsset(_ asset: RecordAsset) throws -> URL
  /// The assets that rows should show, and whose bytes this device does not have.
  var missingAssets: Set<RecordAsset> { get throws }
  /// Returns `true` if a row shows a former value, because the bytes of an asset are missing.
  func isMissingAsset(of name: RecordName) throws -> Bool
  /// Writes the rows whose missing assets have been received.
  func writeReceivedAssets() throws
  /// Forgets the bytes of an asset that are not those of its checksum.
  func discardAsset(_ asset: RecordAsset) throws
  /// Removes the files of assets that nothing waits for. No page of changes may be between its request and its
  /// transaction.
  func sweepAssets() throws

  /// The number of records with sealed values that this device cannot read.
  var sealedRecordCount: Int { get throws }
  /// Returns the reason why a record has sealed values that this device cannot read or send; nil if it has none.
  func sealedReason(of name: RecordName) throws -> SealedValueError?

  /// The number of records whose rows are to be written again, because another version of the app has written them.
  var lateRecordCount: Int { get throws }
  /// The number of records whose rows do not show all that the records have.
  var unwrittenRecordCount: Int { get throws }
  /// Returns the reason why the row of a record does not show all that the record has; nil if it does.
  func unwrittenReason(of name: RecordName) throws -> String?
}

extension AssetStore {
  /// No row is late, unless the store says otherwise.
  package var lateRecordCount: Int { get throws { 0 } }

  /// Rows show all, unless the store says otherwise.
  package var unwrittenRecordCount: Int { get throws { 0 } }

  /// Rows show all, unless the store says otherwise.
  package func unwrittenReason(of name: RecordName) throws -> String? { nil }

  /// No value is sealed, unless the store says otherwise.
  package var sealedRecordCount: Int { get throws { 0 } }

  /// No value is sealed, unless the store says otherwise.
  package func sealedReason(of name: RecordName) throws -> SealedValueError? { nil }
}

/// Changes that are sent together, and the bytes that have to be sent first.
struct PreparedBatch: Sendable {
  var batch: Batch
  /// The files of the assets that the records mention.
  let files: [RecordAsset: URL]
  /// The mentioned assets whose bytes this device does not have.
  let lacking: Set<RecordAsset>
}

/// The assets of a page of changes.
struct PageAssets: Sendable {
  /// The files to receive.
  var wanted: [RecordAsset: URL] = [:]
  /// The files to send again, because the hub may have lost them.
  var offered: [RecordAsset: URL] = [:]
}
