import Foundation
public import PerennialRecords

extension ZoneUpdate {
  /// Decides on a push: by `ZoneWrite`, and by the space of the account.
  ///
  /// - Throws: `HubError` as `ZoneWrite`, and `quotaExceeded`.
  public init(_ request: PushRequest, on stored: StoredZone, hubTime: Int64) throws {
    let records = try stored.records.mapValues { try RecordCoding.record(in: $0) }
    let write = try ZoneWrite(request, on: stored.zone, over: records, hubTime: hubTime)
    var growth: Int64 = 0
    var deletesOnly = true
    let changes = try write.changes.map { change in
      let body = try RecordCoding.body(of: change.record)
      growth += Int64(body.count - (stored.records[change.record.name]?.count ?? 0))
      if change.record.state.life?.isDeleted != true { deletesOnly = false }
      return ZoneUpdate.Change(record: change.record, sequence: change.sequence, body: body)
    }
    try Self.checkSpace(of: stored.account, growth, deletesOnly: deletesOnly)
    self.init(zone: write.zone, changes: changes, reply: write.reply, growth: growth)
  }

  /// Refuses what an account has no space for. Deletions are taken a little beyond the limit: an account that
  /// is full could not free space otherwise.
  private static func checkSpace(
    of account: Account, _ growth: Int64, deletesOnly: Bool
  ) throws {
    guard growth > 0 else { return }
    let limit = deletesOnly ? account.limit + account.limit / 16 : account.limit
    guard account.bytes + growth <= limit else { throw HubError.quotaExceeded(account, growth) }
  }
}

extension HubError {
  /// The error for an account without the space for more bytes.
  static func quotaExceeded(_ account: Account, _ growth: Int64) -> HubError {
    HubError(
      .quotaExceeded,
      "The account \(account.name) has \(account.bytes) of \(account.limit) bytes in use, and the "
        + "request needs \(growth) more. Delete objects, or ask the hub's operator for space.")
  }
}
