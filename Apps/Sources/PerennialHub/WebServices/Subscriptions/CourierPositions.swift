import PerennialRecords
import Synchronization

/// The positions up to which waiting clients were notified.
///
/// They are kept while the hub runs. After that, or if there are too many, clients get a notification too many.
final class CourierPositions: Sendable {
  /// The most clients.
  private static let largest = 10_000

  private let positions = Mutex<[String: [ZoneKey: SyncToken]]>([:])

  func position(of key: ZoneKey, for client: String) -> SyncToken? {
    positions.withLock { $0[client]?[key] }
  }

  func set(_ heads: [ZoneKey: SyncToken], for client: String) {
    positions.withLock { positions in
      if positions.count >= Self.largest, positions[client] == nil { positions = [:] }
      positions[client, default: [:]].merge(heads) { $1 }
    }
  }
}
