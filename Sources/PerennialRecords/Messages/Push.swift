/// A device's changes, to be merged by the hub.
///
/// A merge is a join: the hub can receive a request any number of times, and requests in any order, with the
/// same result. A request therefore needs no key that makes it unique.
///
/// ```swift
/// let request = try JSONDecoder().decode(PushRequest.self, from: Data(contentsOf: url))
/// print("\(request.records.count) records after \(request.token?.description ?? "the beginning")")
/// ```
public struct PushRequest: Equatable, Sendable, Codable {
  /// The position of the device. A hub that no longer serves it refuses the request: the parts would be
  /// joined with records that it has lost.
  public let token: SyncToken?
  /// The parts of records that the hub has not acknowledged.
  public let records: [Record]

  /// Creates a request.
  public init(token: SyncToken?, records: [Record]) {
    self.token = token
    self.records = records
  }
}

/// The hub's answer to a ``PushRequest``.
///
/// ```swift
/// let refusal = PushReply.Refusal(.object(key: 17), .tooLarge)
/// let reply = PushReply(hubTime: StampClock.systemMilliseconds, refused: [refusal])
/// ```
public struct PushReply: Equatable, Sendable, Codable {
  /// The hub's clock, in milliseconds since 1970.
  public let hubTime: Int64
  /// The records that were not merged. All others are durable.
  public let refused: [Refusal]

  /// A record that the hub has not merged.
  public struct Refusal: Equatable, Sendable, Codable {
    /// The name of the record.
    public let name: RecordName
    /// The reason.
    public let reason: Reason

    /// Creates a refusal.
    public init(_ name: RecordName, _ reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// A reason not to merge a record.
  public enum Reason: String, Equatable, Sendable, Codable, CaseIterable {
    /// The name belongs to another object: the stamp of its creation is another one. The device gives its
    /// object another key.
    case nameTaken
    /// The record references another one of the request whose name is taken. The device sends it again with
    /// the new name.
    case referenceRefused
    /// The name belongs to a record of another type.
    case typeDiffers
    /// The name is empty, too long, or has characters that names do not have.
    case invalidName
    /// The record would be larger than ``HubLimits/recordBytes``, or an asset is larger than
    /// ``HubLimits/assetBytes``.
    case tooLarge
    /// The zone does not have an asset that the record mentions. The device sends it first.
    case assetMissing
  }

  /// Creates an answer.
  public init(hubTime: Int64, refused: [Refusal] = []) {
    self.hubTime = hubTime
    self.refused = refused
  }
}
