import Foundation
import PerennialSync
import SwiftData

/// A device: a store that syncs with the hub.
struct LoadDevice {
  struct NotSynced: Error {}

  let container: ModelContainer
  let sync: StoreSync

  /// Creates a device.
  ///
  /// - Parameter sealing: The attributes that are sealed; nil to send all values as they are.
  init(_ name: String, in folder: URL, port: Int, sealing: Sealing? = nil) throws {
    guard let hub = URL(string: "http://127.0.0.1:\(port)") else { throw NotSynced() }
    let zone = "iCloud.load"
    let own = folder.appendingPathComponent(name, isDirectory: true)
    let registered = try SyncHub(url: hub, credentials: FileCredentialStore(in: own))
    if let sealing {
      try SyncHub.register(registered, for: zone, sealing: sealing)
    } else {
      try SyncHub.register(registered, for: zone)
    }
    container = try ModelContainer(
      for: LoadEntry.self,
      configurations: ModelConfiguration(
        url: own.appendingPathComponent("load.store"), cloudKitDatabase: .private(zone)))
    guard let sync = container.sync else { throw NotSynced() }
    self.sync = sync
  }

  /// Waits for a state of the sync.
  func wait(_ isReached: (SyncProgress) -> Bool) async throws {
    for await progress in sync.status.updates where isReached(progress) { return }
    throw NotSynced()
  }

  /// Waits until the store has no objects. It is asked ten times a second.
  func waitUntilEmpty() async throws {
    while try ModelContext(container).fetchCount(FetchDescriptor<LoadEntry>()) > 0 {
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
