public import Foundation
public import PerennialRecords

/// A zone of an account.
public struct ZoneKey: Hashable, Sendable {
  /// The account.
  public let account: Account.ID
  /// The name of the zone: the container identifier of an app.
  public let name: String

  /// Creates a key.
  public init(account: Account.ID, name: String) {
    self.account = account
    self.name = name
  }
}

/// A zone as a decision finds it.
public struct StoredZone: Sendable {
  /// The head.
  public let zone: Zone
  /// `true` if something was written to the zone, or if a request has created it.
  public let exists: Bool
  /// The records, among the named ones, that exist.
  public let records: [RecordName: RecordRow]
  /// The assets, among the named ones, without an entry of their size.
  public let missing: Set<RecordAsset>
  /// The account, with the space that it uses.
  public let account: Account

  package init(
    zone: Zone, exists: Bool, records: [RecordName: RecordRow], missing: Set<RecordAsset>,
    account: Account
  ) {
    (self.zone, self.exists, self.records) = (zone, exists, records)
    (self.missing, self.account) = (missing, account)
  }
}

/// A record as the database has it.
public struct RecordRow: Equatable, Sendable {
  /// The JSON form.
  public let body: Data
  /// The number of the last change.
  public let sequence: Int64
  /// The time of the last change, in milliseconds since 1970.
  public let changed: Int64

  package init(body: Data, sequence: Int64, changed: Int64) {
    (self.body, self.sequence, self.changed) = (body, sequence, changed)
  }
}

/// The outcome of a decision on a zone.
public struct ZoneUpdate<Reply: Sendable>: Sendable {
  /// A record to write.
  public struct Change: Sendable {
    /// The record.
    public let record: Record
    /// The number of the change.
    public let sequence: Int64
    /// The JSON form.
    public let body: Data
  }

  /// The head afterwards.
  public let zone: Zone
  /// The records to write.
  public let changes: [Change]
  /// The answer to the request.
  public let reply: Reply
  /// The number of bytes by which the account's records grow.
  public let growth: Int64
  /// The assets that a record no longer mentions.
  public let dropped: Set<RecordAsset>
}

/// The most that a page may have.
public struct PageLimit: Sendable {
  /// The number of records.
  public var records: Int
  /// The number of bytes after which a page ends.
  public var bytes: Int

  /// Creates limits; those of the protocol if none are given.
  public init(records: Int = HubLimits.records, bytes: Int = 1 << 20) {
    self.records = records
    self.bytes = bytes
  }
}

/// A page of records.
public struct StoredPage: Sendable {
  /// The records, in the order of their changes.
  public let records: [RecordRow]
  /// The position after the page.
  public let token: SyncToken
  /// `true` if further pages follow.
  public let moreComing: Bool

  /// Takes rows into a page, up to its limits.
  ///
  /// - Parameters:
  ///   - zone: The head of the zone, from the same state of the database as the rows.
  ///   - start: The position after which the rows begin.
  ///   - next: Returns the next record; nil after the last one.
  package init(
    of zone: Zone, after start: SyncToken, upTo limit: PageLimit,
    _ next: () throws -> RecordRow?
  ) rethrows {
    var (records, bytes) = ([RecordRow](), 0)
    var (last, end) = (start.sequence, zone.sequence)
    while let row = try next() {
      if records.count >= limit.records || bytes >= limit.bytes {
        end = last
        break
      }
      last = row.sequence
      records.append(row)
      bytes += row.body.count
    }
    self.records = records
    token = zone.token(after: end, from: start)
    moreComing = end < zone.sequence
  }

  /// The JSON forms of the records.
  public var bodies: [Data] { records.map(\.body) }
}

/// The entry of a file.
public struct StoredAsset: Equatable, Sendable {
  /// The SHA-256 digest of the bytes: 64 hexadecimal digits in lower case.
  public let checksum: String
  /// The number of bytes.
  public let bytes: Int64
  /// The time at which a device sent the file or a record ceased to mention it, whichever is later, in milliseconds
  /// since 1970.
  public let used: Int64

  /// Creates an entry.
  public init(checksum: String, bytes: Int64, used: Int64) {
    self.checksum = checksum
    self.bytes = bytes
    self.used = used
  }
}

extension Zone {
  /// Returns the number at which the changes of a zone begin that a request has created: its time in microseconds.
  ///
  /// So the positions of a removed zone of the same name are before the first one, unless that zone has had more than
  /// a million changes a second.
  package static func firstSequence(at time: Int64) -> Int64 {
    min(max(time, 0), Int64.max / 2000) * 1000
  }
}
