public import Perennial

extension ModelContainer {
  /// The sync of the container's store; nil if its configuration names no private database, or if no hub was
  /// registered for it when the container was opened.
  ///
  /// Of several synced stores, it is that of the first configuration by name.
  ///
  /// ```swift
  /// guard let sync = container.sync else { return }
  /// print(sync.status.isUpToDate)
  /// ```
  public var sync: StoreSync? { syncs.min { $0.key < $1.key }?.value }

  /// The syncs of the container's stores, by the names of the configurations.
  public var syncs: [String: StoreSync] {
    attachment(SyncSessions.self)?.byName.compactMapValues { $0 as? StoreSync } ?? [:]
  }
}
