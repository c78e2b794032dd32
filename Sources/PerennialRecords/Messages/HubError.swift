public import Foundation

/// An answer of the hub to a request that it has not carried out. Nothing of the request was stored.
///
/// ```swift
/// let error = HubError(.tokenExpired, "The position is too old. Read everything again.")
/// let body = try JSONEncoder().encode(error)
/// ```
public struct HubError: Error, Equatable, Sendable, Codable {
  /// The kind of the error, from which a device concludes what to do.
  public let code: Code
  /// The cause and the way out, for people.
  public let reason: String
  /// The hub's clock, in milliseconds since 1970; nil if the hub does not say.
  public let hubTime: Int64?
  /// The seconds after which the device may try again; nil if it decides itself.
  public let retryAfter: Double?

  /// Creates an error.
  public init(
    _ code: Code, _ reason: String, hubTime: Int64? = nil, retryAfter: Double? = nil
  ) {
    self.code = code
    self.reason = reason
    self.hubTime = hubTime
    self.retryAfter = retryAfter
  }

  /// The kinds of errors.
  public enum Code: String, Equatable, Sendable, Codable, CaseIterable {
    /// Deletions after the device's position are forgotten. The device reads everything again, and deletes
    /// acknowledged records that are no longer there.
    case tokenExpired
    /// The hub's database was replaced by an earlier one. The device reads everything again, and offers what
    /// the hub no longer knows.
    case hubRestored
    /// A stamp is more than five minutes ahead of the hub's clock. The device stamps its changes again.
    case clockAhead
    /// The request has more records or bytes than ``HubLimits`` allow.
    case tooLarge
    /// The request cannot be read.
    case badRequest
    /// The device's token is missing, unknown, expired or revoked.
    case unauthorized
    /// The role of the device does not allow the request; see ``HubRole``.
    case forbidden
    /// The account has no more space.
    case quotaExceeded
    /// The hub has too much to do.
    case tryAgainLater
    /// Another hub has the account. The device tries again later, because its hub's address may lead there then.
    case accountMoved
    /// The hub does not serve this version of the protocol.
    case upgradeRequired
    /// The hub cannot read or write its database.
    case internalError
  }
}

extension HubError: LocalizedError, CustomStringConvertible {
  /// The reason, and the kind of the error.
  public var description: String { "\(reason) (\(code.rawValue))" }
  public var errorDescription: String? { reason }
}
