/// The hub's answer to `GET /sync`: the versions of the protocol that it serves.
public struct VersionsReply: Equatable, Sendable, Codable {
  /// The versions, the earliest one first.
  public let versions: [Int]
  /// The hub's clock, in milliseconds since 1970. A hub that serves only other versions may not say it.
  public let hubTime: Int64?

  /// Creates an answer.
  public init(versions: [Int], hubTime: Int64?) {
    (self.versions, self.hubTime) = (versions, hubTime)
  }
}

/// The hub's answer to a request that waits for changes: the head of the zone.
public struct ChangesReply: Equatable, Sendable, Codable {
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64
  /// The position of the last change.
  public let token: SyncToken

  /// Creates an answer.
  public init(hubTime: Int64, token: SyncToken) { (self.hubTime, self.token) = (hubTime, token) }
}

/// An answer that tells only the hub's clock.
public struct TimeReply: Equatable, Sendable, Codable {
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64

  /// Creates an answer.
  public init(hubTime: Int64) { self.hubTime = hubTime }
}
