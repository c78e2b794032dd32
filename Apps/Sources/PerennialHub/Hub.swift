import HTTPTypes
import Hummingbird
import Logging
import PerennialRecords

/// The parts of a hub that its requests share.
struct Hub: Sendable {
  let storage: any HubStorage
  let assets: AssetFolder
  let options: HubOptions
  /// The hub's clock, in milliseconds since 1970.
  let clock: @Sendable () -> Int64
  let listeners = ZoneListeners()
  let metrics = HubMetrics()
  /// Wrong tokens, by address.
  let tokens = AttemptLimit(60)
  /// Wrong pairing codes, by address.
  let codes = AttemptLimit(10)
  /// Wrong pairing codes of all addresses together.
  let allCodes = AttemptLimit(200)
  let logger: Logger

  /// The interval at which the last request of a device is written, in milliseconds.
  private static let noteInterval: Int64 = 10 * 60 * 1000

  /// Returns the session of a request.
  ///
  /// - Throws: `HubError/Code/unauthorized`; ``Refusal`` for too many wrong tokens.
  func session(of request: Request, _ context: HubRequestContext) async throws -> Session {
    let now = clock()
    guard let token = Self.token(in: request) else {
      throw HubError(.unauthorized, "The request has no token. Send “Authorization: Bearer TOKEN”.")
    }
    guard let session = try await storage.session(of: SecretDigest(of: token), at: now) else {
      if let delay = tokens.delay(for: context.remoteAddress, at: now) {
        throw Refusal.tooManyAttempts(after: delay)
      }
      tokens.count(context.remoteAddress, at: now)
      throw Self.invalidToken
    }
    context.notes.note { notes in
      notes.account = session.account.name
      notes.device = session.device.id
    }
    if now - session.device.lastSeen > Self.noteInterval {
      try await storage.note(session.device.id, of: session.account.id, seenAt: now)
    }
    return session
  }

  /// The refusal of a token.
  static let invalidToken = HubError(
    .unauthorized, "The token is unknown, expired or revoked. Sign the device in again.")

  /// Returns `true` if the token of a request is still valid.
  func isSignedIn(_ request: Request) async throws -> Bool {
    guard let token = Self.token(in: request) else { return false }
    return try await storage.session(of: SecretDigest(of: token), at: clock()) != nil
  }

  static func token(in request: Request) -> String? {
    guard let field = request.headers[.authorization], field.utf8.count <= 256 else { return nil }
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Returns the zone of a request's path.
  func zone(of session: Session, _ context: HubRequestContext) throws -> ZoneKey {
    let name = try context.parameters.require("zone")
    guard HubName.isZone(name) else {
      throw HubError(
        .badRequest,
        "A zone is the container identifier of an app: 1 to 128 letters, digits, dots, underscores and "
          + "hyphens, without a dot at the beginning.")
    }
    return ZoneKey(account: session.account.id, name: name)
  }
}
