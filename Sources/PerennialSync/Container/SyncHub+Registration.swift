import Perennial
import Synchronization

extension SyncHub {
  /// A hub, and what it is registered with.
  struct Registration: Sendable {
    let hub: SyncHub
    #if SealedSync
    var sealing: Sealing?
    #endif
  }

  private static let registrations = Mutex<[String: Registration]>([:])

  /// Registers the hub that serves a zone, in this process. A later registration replaces an earlier one.
  ///
  /// The containers that are opened from now on sync with it. Those that are open keep the hub that was
  /// registered when they were opened, or none.
  ///
  /// ```swift
  /// try SyncHub.register(hub, for: "iCloud.example")
  /// let container = try ModelContainer(
  ///   for: Trip.self,
  ///   configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.example")))
  /// ```
  ///
  /// - Parameters:
  ///   - hub: The hub.
  ///   - zone: The container identifier of the app: 1 to 128 letters of ASCII, digits, dots, underscores and
  ///     hyphens, without a dot at the beginning.
  /// - Throws: ``SyncHubError/invalidZone(_:)``.
  public static func register(_ hub: SyncHub, for zone: String) throws(SyncHubError) {
    try check(zone: zone)
    enter(Registration(hub: hub), for: zone)
  }

  /// Enters a hub in the registry, and lets containers that are opened from now on look there.
  static func enter(_ registration: Registration, for zone: String) {
    registrations.withLock { $0[zone] = registration }
    ContainerSync.begin { container, store, zone in
      guard let registration = registrations.withLock({ $0[zone] }) else { return nil }
      return try StoreSync(container, store: store, registration, zone: zone)
    }
  }

  /// Returns the hub that serves a zone; nil if none is registered.
  ///
  /// ```swift
  /// if SyncHub.registered(for: "iCloud.example") == nil {
  ///   try SyncHub.register(hub, for: "iCloud.example")
  /// }
  /// ```
  public static func registered(for zone: String) -> SyncHub? {
    registrations.withLock { $0[zone]?.hub }
  }
}
