import Perennial
import PerennialReplication

/// The position of a store in the hub's changes and in its own history, among the metadata of the store.
final class StoredPosition {
  private let sync: SyncTransaction
  /// The position, once it was read.
  private var known: ReplicaPosition?

  init(_ sync: SyncTransaction) { self.sync = sync }

  /// The position; that of a store that has read nothing, if there is none.
  var value: ReplicaPosition {
    get throws {
      if let known { return known }
      let text = try StoreMetadata.value(StoreMetadata.syncKey, on: sync.connection)
      let position = try text.map {
        try sync.decode(ReplicaPosition.self, $0, of: StoreMetadata.syncKey)
      }
      known = position
      return position ?? ReplicaPosition()
    }
  }

  /// Writes the position.
  func write(_ position: ReplicaPosition) throws {
    if position == known { return }
    known = position
    try StoreMetadata.set(StoreMetadata.syncKey, sync.encode(position), on: sync.connection)
  }

  /// Forgets what was read, because the position was removed.
  func forget() { known = nil }
}
