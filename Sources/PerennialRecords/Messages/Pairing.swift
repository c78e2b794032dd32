/// A question for a code with which another device signs in: the body of `POST /sync/1/pairings`.
public struct PairingRequest: Equatable, Sendable, Codable {
  /// The role of the device that signs in with the code; nil for all rights.
  public let role: HubRole?

  /// Creates a question.
  public init(role: HubRole?) { self.role = role }
}

/// The hub's answer to a ``PairingRequest``.
public struct PairingReply: Equatable, Sendable, Codable {
  /// The code, which can be used once.
  public let code: String
  /// The time after which it cannot be used, in milliseconds since 1970.
  public let expires: Int64
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64

  /// Creates an answer.
  public init(code: String, expires: Int64, hubTime: Int64) {
    (self.code, self.expires, self.hubTime) = (code, expires, hubTime)
  }
}
