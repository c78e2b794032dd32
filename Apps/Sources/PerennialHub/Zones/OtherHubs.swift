import Logging
import PerennialRecords
import ServiceLifecycle

/// Wakes the requests that wait for changes when another hub on the same database has changed their zone.
struct OtherHubs: Service {
  let hub: Hub

  func run() async throws {
    let changes = hub.storage.changesOfOtherHubs()
    for await change in changes.cancelOnGracefulShutdown() {
      switch change {
      case .zone(let key, let head): hub.listeners.signal(key, head: head)
      case .unknown: await signalAll()
      }
    }
    // The service ends with the hub, also if there are no other hubs.
    try? await gracefulShutdown()
  }

  /// Sends the present head of each zone to its listeners.
  private func signalAll() async {
    for key in hub.listeners.keys {
      do {
        hub.listeners.signal(key, head: try await hub.storage.zone(key).token)
      } catch {
        hub.logger.error("The head of a zone cannot be read", metadata: ["error": "\(error)"])
      }
    }
  }
}
