import Foundation
public import PerennialRecords

extension ZoneUpdate where Reply == PushReply {
  /// Decides on a push: by `ZoneWrite`, and by the space of the account.
  ///
  /// - Parameter lost: Assets whose files are lost. Those without an entry are missing anyway.
  /// - Throws: `HubError` as `ZoneWrite`, and `quotaExceeded`.
  public init(
    _ request: PushRequest, on stored: StoredZone, without lost: Set<RecordAsset> = [],
    hubTime: Int64
  ) throws {
    let records = try stored.records.mapValues { try RecordCoding.record(in: $0.body) }
    let write = try ZoneWrite(
      request, on: stored.zone, over: records,
      changedAt: stored.records.mapValues(\.sequence), without: stored.missing.union(lost),
      hubTime: hubTime)
    try self.init(write, over: records, on: stored, reply: write.reply)
  }
}

extension ZoneUpdate {
  /// Creates the update of a write, if the account has the space.
  ///
  /// - Parameters:
  ///   - write: The records to write.
  ///   - records: The stored records before the write.
  /// - Throws: `HubError/Code/quotaExceeded`.
  init(
    _ write: ZoneWrite, over records: [RecordName: Record], on stored: StoredZone, reply: Reply
  ) throws {
    var growth: Int64 = 0
    var deletesOnly = true
    var dropped: Set<RecordAsset> = []
    let changes = try write.changes.map { change in
      let body = try RecordCoding.body(of: change.record)
      let former = stored.records[change.record.name]?.body.count
      let added = Int64(body.count - (former ?? 0))
      growth += added
      // The deletion of an object that another device edits keeps the edit beside the record.
      let kept =
        try change.record.contested.isEmpty
        ? 0 : body.count - RecordCoding.body(of: change.record.withoutContested).count
      if former == nil || added - Int64(kept) > deletionBytes
        || change.record.state.deletion?.isDeleted != true
      {
        deletesOnly = false
      }
      let mentioned = records[change.record.name]?.state.assets ?? []
      if !mentioned.isEmpty { dropped.formUnion(mentioned.subtracting(change.record.state.assets)) }
      return ZoneUpdate.Change(record: change.record, sequence: change.sequence, body: body)
    }
    let account = stored.account
    guard deletesOnly || growth <= 0 || account.bytes + growth <= account.limit else {
      throw HubError.quotaExceeded(account, growth)
    }
    self.init(
      zone: write.zone, changes: changes, reply: reply, growth: growth, dropped: dropped)
  }
}

/// The most bytes by which the deletion of a stored record grows it.
///
/// Deletions have space beyond the limit, because an account that is full could not free any otherwise. A
/// record that is deleted already does not grow again.
private let deletionBytes: Int64 = 128

extension HubError {
  /// The refusal of a request whose account was removed since it was let in.
  package static let removedAccount = HubError(.unauthorized, "The account was removed.")

  /// Returns the error for an account without the space for more bytes.
  package static func quotaExceeded(_ account: Account, _ growth: Int64) -> HubError {
    HubError(
      .quotaExceeded,
      "The account \(account.name) has \(account.bytes) of \(account.limit) bytes in use, and the "
        + "request needs \(growth) more. Delete objects, or ask the hub's operator for space.")
  }
}
