import Logging
import NIOCore

/// The audit log, to which requests add entries.
struct AuditLog: Sendable {
  let storage: any AuditStorage
  let clock: HubClock
  let logger: Logger
  /// The entries that clients without a token cause.
  private let anonymousRate = RequestRates<Int>(RequestRate(perSecond: 1, burst: 600))

  init(_ storage: any AuditStorage, clock: @escaping HubClock, logger: Logger) {
    (self.storage, self.clock, self.logger) = (storage, clock, logger)
  }

  /// Writes an entry of the audit log. If that fails, the log of the hub has an error, and the request goes on.
  func write(
    _ event: AuditEntry.Event, by actor: AuditEntry.Actor, in context: HubRequestContext,
    account: String? = nil, device: String? = nil, detail: String? = nil
  ) async {
    let entry = AuditEntry(
      event, by: actor, at: clock(), account: account, device: device,
      address: context.remoteAddress?.ipAddress, detail: detail)
    // Clients without a token must not fill the database.
    if actor == .stranger, anonymousRate.delay(for: 0, at: entry.time) != nil { return }
    do {
      try await storage.record(entry)
    } catch {
      logger.error(
        "The audit log cannot be written",
        metadata: ["event": "\(event.rawValue)", "error": "\(error)"])
    }
  }
}

extension HubAdministration {
  /// Returns the administration by a device.
  func by(_ session: Session, in context: HubRequestContext) -> HubAdministration {
    HubAdministration(
      storage, by: .device(session.device.id), from: context.remoteAddress?.ipAddress)
  }
}
