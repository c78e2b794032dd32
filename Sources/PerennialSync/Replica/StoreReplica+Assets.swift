package import Foundation
package import PerennialRecords

// The bytes of large values, the values that this device cannot read, and those that its rows cannot have.

extension StoreReplica: AssetStore {
  package func stageAssets(
    _ assets: Set<RecordAsset>, of records: [Record]
  ) throws -> (files: [RecordAsset: URL], lacking: Set<RecordAsset>) {
    try transfers.stage(assets, of: records)
  }

  package func lackingAssets(of records: [Record]) throws -> Set<RecordAsset> {
    try transfers.lacking(of: records)
  }

  package func fileForAsset(_ asset: RecordAsset) throws -> URL { try transfers.file(for: asset) }

  package var missingAssets: Set<RecordAsset> {
    get throws { Set(try missing.all(of: nil).map(\.asset)) }
  }

  package func isMissingAsset(of name: RecordName) throws -> Bool {
    try !missing.all(of: name).isEmpty
  }

  package func writeReceivedAssets() throws { try missing.writeReceived() }

  package func discardAsset(_ asset: RecordAsset) throws { try transfers.discard(asset) }

  package func sweepAssets() throws { try transfers.sweep() }

  package var sealedRecordCount: Int { get throws { try sealing.sealedValues.recordCount } }

  package func sealedReason(of name: RecordName) throws -> SealedValueError? {
    try sealing.reason(of: name)
  }

  package var lateRecordCount: Int { get throws { try late.count } }

  package var unwrittenRecordCount: Int { get throws { try refused.count } }

  package func unwrittenReason(of name: RecordName) throws -> String? {
    try refused.reason(of: name)
  }
}
