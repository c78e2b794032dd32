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
      case .zone(let key, let head, let time):
        signal(key, head, after: time.map { Double(hub.clock() - $0) / 1000 })
      case .unknown: await signalAll()
      }
    }
    // The service ends with the hub, also if there are no other hubs.
    try? await gracefulShutdown()
  }

  private func signal(_ key: ZoneKey, _ head: SyncToken, after seconds: Double?) {
    let count = hub.listeners.signal(key, head: head)
    hub.metrics.countWakeUps(count, by: .other, after: seconds)
    hub.lag.note(head: head, of: key)
  }

  /// Sends the present head of each zone to its listeners.
  private func signalAll() async {
    for key in hub.listeners.keys {
      do {
        signal(key, try await hub.storage.zone(key).token, after: nil)
      } catch {
        hub.logger.error("The head of a zone cannot be read", metadata: ["error": "\(error)"])
      }
    }
  }
}
