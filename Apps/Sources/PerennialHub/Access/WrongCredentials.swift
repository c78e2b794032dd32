import PerennialRecords

/// The wrong tokens and pairing codes that addresses have sent. After too many, further ones are refused for a time.
struct WrongCredentials: Sendable {
  let audit: AuditLog
  let metrics: HubMetrics
  let clock: HubClock
  /// Wrong tokens, by address.
  private let tokens = AttemptLimit(60)
  /// Wrong pairing codes, by address.
  private let codes = AttemptLimit(10)
  /// Wrong pairing codes of all addresses together.
  private let allCodes = AttemptLimit(200)

  init(audit: AuditLog, metrics: HubMetrics, clock: @escaping HubClock) {
    (self.audit, self.metrics, self.clock) = (audit, metrics, clock)
  }

  // MARK: Tokens

  /// Counts a wrong token, and refuses it.
  ///
  /// - Throws: `HubError/Code/unauthorized`; ``Refusal`` for too many.
  func refuseToken(in context: HubRequestContext) async throws -> Never {
    try await countToken(in: context, detail: "wrong tokens")
    throw HubError.invalidToken
  }

  /// Counts a wrong token or key.
  ///
  /// - Parameter detail: The text of the audit log if this one is the last that is allowed.
  /// - Throws: ``Refusal`` for too many.
  func countToken(in context: HubRequestContext, detail: String) async throws {
    let now = clock()
    if let delay = tokens.delay(for: context.remoteAddress, at: now) {
      throw metrics.refuse(.token, after: delay)
    }
    if tokens.count(context.remoteAddress, at: now) {
      await audit.write(.lockedOut, by: .stranger, in: context, detail: detail)
    }
  }

  // MARK: Pairing codes

  /// Checks that few wrong pairing codes were sent.
  ///
  /// - Throws: ``Refusal`` for too many.
  func checkCodes(in context: HubRequestContext, at now: Int64) throws {
    if let delay = codes.delay(for: context.remoteAddress, at: now)
      ?? allCodes.delay(for: nil, at: now)
    {
      throw metrics.refuse(.code, after: delay)
    }
  }

  /// Counts a wrong pairing code, and refuses it.
  ///
  /// - Throws: `HubError/Code/unauthorized`.
  func refuseCode(in context: HubRequestContext) async throws -> Never {
    let now = clock()
    let isLast = codes.count(context.remoteAddress, at: now)
    let isLastOfAll = allCodes.count(nil, at: now)
    await audit.write(.codeRefused, by: .stranger, in: context)
    if isLast || isLastOfAll {
      await audit.write(
        .lockedOut, by: .stranger, in: context,
        detail: isLastOfAll ? "wrong codes of all addresses" : "wrong codes")
    }
    throw HubError.invalidCode
  }
}

extension HubError {
  /// The refusal of a token.
  static let invalidToken = HubError(
    .unauthorized, "The token is unknown, expired or revoked. Sign the device in again.")

  /// The refusal of a pairing code.
  static let invalidCode = HubError(
    .unauthorized,
    "The pairing code is wrong, was used, or is older than ten minutes. Make another one.")
}
