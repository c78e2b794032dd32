import Logging
import PerennialRecords
import ServiceLifecycle

/// Wakes the requests that wait for changes when another hub on the same database has changed their zone.
struct OtherHubs: Service {
  let storage: any ZoneAnnouncements & ZoneStorage
  let signals: ZoneSignals
  let clock: HubClock
  let logger: Logger

  func run() async throws {
    let changes = storage.changesOfOtherHubs()
    for await change in changes.cancelOnGracefulShutdown() {
      switch change {
      case .zone(let key, let head, let time):
        signals.signal(
          key, head: head, by: .other, after: time.map { Double(clock() - $0) / 1000 })
      case .unknown: await signalAll()
      }
    }
    // The service ends with the hub, also if there are no other hubs.
    try? await gracefulShutdown()
  }

  /// Sends the present head of each zone to its listeners.
  private func signalAll() async {
    for key in signals.listeners.keys {
      do {
        signals.signal(key, head: try await storage.zone(key).token, by: .other)
      } catch {
        logger.error("The head of a zone cannot be read", metadata: ["error": "\(error)"])
      }
    }
  }
}
