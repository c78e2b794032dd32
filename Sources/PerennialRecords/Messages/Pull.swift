/// A question for the changes after a position.
///
/// ```swift
/// let request = PullRequest(token: SyncToken("1-4711-0"), limit: 100)
/// let body = try JSONEncoder().encode(request)
/// ```
public struct PullRequest: Equatable, Sendable, Codable {
  /// The position up to which the device has received all changes; nil for everything.
  public let token: SyncToken?
  /// The most records of the page; nil for as many as a page can have. A hub counts a number below 1 as 1, and one above
  /// ``HubLimits/records`` as this. Hubs of earlier versions do not know it.
  public let limit: Int?

  /// Creates a question.
  public init(token: SyncToken?, limit: Int? = nil) { (self.token, self.limit) = (token, limit) }

  /// The number of records after which the page ends.
  public var recordLimit: Int { min(max(limit ?? HubLimits.records, 1), HubLimits.records) }
}

/// The hub's answer to a ``PullRequest``: a page of changes.
///
/// Each record is contained once, with all that the hub knows of it. A record that changes while a device
/// reads page after page appears again on a later one.
///
/// ```swift
/// let zone = Zone(sequence: 4711)
/// let reply = PullReply(
///   hubTime: StampClock.systemMilliseconds, records: [], token: zone.token, moreComing: false)
/// let body = try JSONEncoder().encode(reply)
/// ```
public struct PullReply: Equatable, Sendable, Codable {
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64
  /// The changed records, in the order of their changes.
  public let records: [Record]
  /// The position after the page.
  public let token: SyncToken
  /// `true` if further pages follow.
  public let moreComing: Bool

  /// Creates a page.
  public init(hubTime: Int64, records: [Record], token: SyncToken, moreComing: Bool) {
    self.hubTime = hubTime
    self.records = records
    self.token = token
    self.moreComing = moreComing
  }
}
