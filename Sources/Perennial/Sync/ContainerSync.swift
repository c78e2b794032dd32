/// The sync of containers whose configurations ask for it. `PerennialSync` sets the function that begins it,
/// when the program registers its first hub.
package enum ContainerSync {
  /// Begins to sync a store with a zone, and returns the object whose release ends that; nil if the program
  /// has no hub for the zone.
  package typealias Start =
    @Sendable (_ container: ModelContainer, _ store: Int, _ zone: String) throws -> (any Sendable)?

  private static let start = Guarded<Start?>(nil)

  /// Sets the function that begins to sync a store.
  package static func begin(by function: @escaping Start) { start.value = function }

  /// Begins to sync the stores of a container whose configurations name a private database, except stores that cannot
  /// be written.
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if such a store keeps no history;
  ///   ``SwiftDataError/storeFailure``.
  static func begin(in container: ModelContainer) throws {
    guard let start = start.value else { return }
    var sessions: [String: any Sendable] = [:]
    for (number, store) in container.coordinator.stores.enumerated()
    where !store.isMirror && store.allowsSave {
      guard case .private(let zone) = store.configuration.cloudKitDatabase.choice else { continue }
      sessions[store.configuration.name] = try start(container, number, zone)
    }
    if !sessions.isEmpty { container.attach(SyncSessions(byName: sessions)) }
  }
}

/// The objects whose release ends the sync of a container's stores, by the names of the configurations.
package struct SyncSessions: Sendable {
  package let byName: [String: any Sendable]
}
