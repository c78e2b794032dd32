package import Foundation
import Perennial
import PerennialRecords
import PerennialReplication

extension StoreSync: StoreSession {
  package func hasSentReset(since date: Date) throws -> Bool {
    // The date is that of a file, and can be any.
    let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded(.down)) ?? .max
    return try storage.hasAcknowledgedReset(since: HybridTime(milliseconds: milliseconds))
  }
}

extension StoreStorage {
  /// Returns `true` if the hub has a reset of presets, as far as this device knows, that was made after a time.
  fileprivate func hasAcknowledgedReset(since time: HybridTime) throws -> Bool {
    try reading { replica in
      let names = try [.manifest] + replica.store.presets(ofType: nil)
      return try names.contains { name in
        guard let state = try replica.store.recordTable.tracked(name)?.acknowledged.state else {
          return false
        }
        return ([state.reset].compactMap { $0 } + state.fieldResets.values).contains {
          $0.time > time
        }
      }
    }
  }
}
