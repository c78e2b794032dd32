import Hummingbird
import Logging
import NIOCore

extension Hub {
  /// Returns the administration of the hub by a device.
  func administration(
    of session: Session, _ context: HubRequestContext
  ) -> HubAdministration {
    HubAdministration(
      storage, by: .device(session.device.id), from: context.remoteAddress?.ipAddress)
  }

  /// Writes an entry of the audit log. If that fails, the log of the hub has an error, and the request goes on.
  func audit(
    _ event: AuditEntry.Event, by actor: AuditEntry.Actor, _ context: HubRequestContext,
    account: String? = nil, device: String? = nil, detail: String? = nil
  ) async {
    let entry = AuditEntry(
      event, by: actor, at: clock(), account: account, device: device,
      address: context.remoteAddress?.ipAddress, detail: detail)
    // Clients without a token must not fill the database.
    if actor == .stranger, anonymousAuditRate.delay(for: 0, at: entry.time) != nil { return }
    do {
      try await storage.record(entry)
    } catch {
      logger.error(
        "The audit log cannot be written",
        metadata: ["event": "\(event.rawValue)", "error": "\(error)"])
    }
  }

  /// Counts a wrong token, and refuses it for a time after too many.
  ///
  /// - Throws: ``Refusal``.
  func refuseToken(_ context: HubRequestContext) async throws -> Never {
    let now = clock()
    if let delay = tokens.delay(for: context.remoteAddress, at: now) {
      throw refuse(.token, after: delay)
    }
    if tokens.count(context.remoteAddress, at: now) {
      await audit(.lockedOut, by: .stranger, context, detail: "wrong tokens")
    }
    throw Self.invalidToken
  }

  /// Counts a wrong pairing code, and refuses it.
  ///
  /// - Throws: `HubError/Code/unauthorized`.
  func refuseCode(_ context: HubRequestContext) async throws -> Never {
    let now = clock()
    let isLast = codes.count(context.remoteAddress, at: now)
    let isLastOfAll = allCodes.count(nil, at: now)
    await audit(.codeRefused, by: .stranger, context)
    if isLast || isLastOfAll {
      await audit(
        .lockedOut, by: .stranger, context,
        detail: isLastOfAll ? "wrong codes of all addresses" : "wrong codes")
    }
    throw Self.invalidCode
  }
}
