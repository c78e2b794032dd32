package import Foundation

/// The sync of a store, as other parts of the framework ask it.
package protocol StoreSession: Sendable {
  /// Returns `true` if the hub has a reset of presets that was made after a time.
  ///
  /// - Throws: The errors of the store.
  func hasSentReset(since date: Date) throws -> Bool
}

extension ModelContainer {
  /// The syncs of the container's stores.
  package var storeSessions: [any StoreSession] {
    attachment(SyncSessions.self)?.byName.values.compactMap { $0 as? any StoreSession } ?? []
  }
}
