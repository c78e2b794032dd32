import HTTPTypes
import Hummingbird
import Logging
import PerennialRecords

/// A device of an account.
struct DeviceKey: Hashable, Sendable {
  let account: Account.ID
  let device: String
}

/// The sessions of devices, which the tokens of requests stand for.
struct DeviceSessions: Sendable {
  let storage: any DeviceStorage
  let wrongCredentials: WrongCredentials
  /// The requests of devices, by account and device; nil if they are not limited.
  let rates: RequestRates<DeviceKey>?
  let metrics: HubMetrics
  let clock: HubClock
  let logger: Logger

  /// The interval at which the last request of a device is written, in milliseconds.
  private static let noteInterval: Int64 = 10 * 60 * 1000

  /// Returns the session of a request.
  ///
  /// - Throws: `HubError/Code/unauthorized`; `HubError/Code/forbidden` for a device with a lesser role; errors as
  ///   `Account.checkReadable()`; ``Refusal`` for too many wrong tokens or too many requests.
  func session(
    of request: Request, in context: HubRequestContext, needing role: HubRole
  ) async throws -> Session {
    guard let token = Self.token(in: request) else {
      throw HubError(.unauthorized, "The request has no token. Send “Authorization: Bearer TOKEN”.")
    }
    return try await session(of: token, in: context, needing: role)
  }

  /// Returns the session of a token.
  ///
  /// - Throws: As ``session(of:in:needing:)-(Request,_,_)``.
  func session(
    of token: String, in context: HubRequestContext, needing role: HubRole
  ) async throws -> Session {
    let now = clock()
    let digest = SecretDigest(of: token)
    guard let session = try await storage.session(of: digest, at: now) else {
      try await wrongCredentials.refuseToken(in: context)
    }
    context.notes.note { notes in
      notes.account = session.account.name
      notes.device = session.device.id
    }
    try session.account.checkReadable()
    let key = DeviceKey(account: session.account.id, device: session.device.id)
    if let delay = rates?.delay(for: key, at: now) { throw metrics.refuse(.device, after: delay) }
    guard session.device.role >= role else { throw Self.forbidden(session.device.role, role) }
    if now - session.device.lastSeen > Self.noteInterval {
      // A database that can only be read still serves pulls.
      do {
        try await storage.note(session.device.id, of: session.account.id, seenAt: now)
      } catch {
        logger.warning("The time of a request cannot be noted", metadata: ["error": "\(error)"])
      }
    }
    return session
  }

  private static func forbidden(_ role: HubRole, _ needed: HubRole) -> HubError {
    HubError(
      .forbidden,
      "The device has the role “\(role.rawValue)”, and the request needs “\(needed.rawValue)”. Ask the owner of "
        + "the account, or the hub's operator, for another role.")
  }

  /// Returns the error for a request that waits, if its token is no longer valid or its account has moved.
  ///
  /// A database that does not answer is no reason to end the request.
  func refusal(ofWaiting request: Request) async -> HubError? {
    guard let token = Self.token(in: request) else { return .invalidToken }
    do {
      let session = try await storage.session(of: SecretDigest(of: token), at: clock())
      guard let session else { return .invalidToken }
      try session.account.checkReadable()
      return nil
    } catch let error as HubError where error.code != .tryAgainLater {
      return error
    } catch {
      return nil
    }
  }

  static func token(in request: Request) -> String? {
    guard let field = request.headers[.authorization], field.utf8.count <= 256 else { return nil }
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
