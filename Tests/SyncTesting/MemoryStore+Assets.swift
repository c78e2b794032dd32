package import Foundation
package import PerennialRecords
package import PerennialSimulator
import PerennialSync

/// The notes of a ``MemoryDevice`` have texts and numbers, and no assets.
extension MemoryStore: AssetStore {
  package func stageAssets(
    _ assets: Set<RecordAsset>, of records: [Record]
  ) -> (files: [RecordAsset: URL], lacking: Set<RecordAsset>) { ([:], assets) }

  package func lackingAssets(of records: [Record]) -> Set<RecordAsset> { [] }

  package func fileForAsset(_ asset: RecordAsset) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(asset.checksum)
  }

  package var missingAssets: Set<RecordAsset> { [] }

  package func isMissingAsset(of name: RecordName) -> Bool { false }

  package func writeReceivedAssets() {}

  package func discardAsset(_ asset: RecordAsset) {}

  package func sweepAssets() {}
}
