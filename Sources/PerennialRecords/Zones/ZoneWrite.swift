/// The effect of a ``PushRequest`` on a zone: the records to write and the answer.
///
/// The decision is made of values alone. A hub reads the head and the stored records, decides, and writes,
/// all in one transaction with a lock on the zone. So the order of the numbers is the order of the commits,
/// on any database.
public struct ZoneWrite: Sendable {
  /// A record to write.
  public struct Change: Equatable, Sendable {
    /// The number of the change.
    public let sequence: Int64
    /// The merged record.
    public let record: Record
  }

  /// The records to write. A record that the request does not change is not among them, so a request that
  /// arrives twice causes no traffic.
  public let changes: [Change]
  /// The head of the zone afterwards.
  public let zone: Zone
  /// The answer.
  public let reply: PushReply

  /// Decides on a request.
  ///
  /// ```swift
  /// func receive(_ request: PushRequest, in zone: Zone, over stored: [RecordName: Record]) throws {
  ///   let now = Int64(Date().timeIntervalSince1970 * 1000)
  ///   let write = try ZoneWrite(request, on: zone, over: stored, hubTime: now)
  ///   for change in write.changes { print("store \(change.record.name) as \(change.sequence)") }
  ///   print("answer with \(write.reply)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The changes of a device.
  ///   - zone: The zone that the request writes to.
  ///   - stored: The stored records that the request names.
  ///   - sequences: The numbers of their last changes. Without them, the writes that the request meets are not kept;
  ///     see ``ContestedWrites``.
  ///   - missing: The assets that the request mentions and the zone does not have.
  ///   - hubTime: The hub's clock, in milliseconds since 1970.
  /// - Throws: ``HubError/Code/clockAhead``; ``HubError/Code/tooLarge``; ``HubError/Code/tokenExpired`` and
  ///   ``HubError/Code/hubRestored`` as for a reading.
  /// - Complexity: O(*n*) in the size of the request and of the stored records.
  public init(
    _ request: PushRequest, on zone: Zone, over stored: [RecordName: Record],
    changedAt sequences: [RecordName: Int64] = [:], without missing: Set<RecordAsset> = [],
    hubTime: Int64
  ) throws(HubError) {
    _ = try zone.start(after: request.token)
    try Self.check(request, hubTime)
    var merged: [RecordName: Record] = [:]
    var changed: [RecordName] = []
    var refused: [PushReply.Refusal] = []
    let taken = Self.takenNames(in: request, stored)
    for part in request.records {
      let known = merged[part.name] ?? stored[part.name]
      switch Self.merge(part, over: known, taken: taken, missing: missing) {
      case .failure(let refusal): refused.append(PushReply.Refusal(part.name, refusal.reason))
      case .success(var record):
        if let position = request.token?.sequence, let sequence = sequences[part.name],
          let former = known
        {
          record.keepContested(
            by: part, over: former, receivedUpTo: position, changedAt: sequence)
        }
        guard record != known else { continue }
        if known == stored[part.name] { changed.append(part.name) }
        merged[part.name] = record
      }
    }
    var zone = zone
    changes = changed.compactMap { merged[$0] }.map { record in
      zone.sequence += 1
      var record = record
      record.numberContested(zone.sequence)
      return Change(sequence: zone.sequence, record: record)
    }
    self.zone = zone
    reply = PushReply(hubTime: hubTime, refused: refused)
  }

  private static func check(_ request: PushRequest, _ hubTime: Int64) throws(HubError) {
    guard request.records.count <= HubLimits.records else {
      throw HubError(
        .tooLarge,
        "The request has \(request.records.count) records; \(HubLimits.records) are allowed.")
    }
    for record in request.records {
      // A total that knew a later reset than any would outlive all resets until then.
      let resets = record.state.counters.values.flatMap { $0.totals.values.compactMap(\.reset) }
      guard let stamp = record.state.latestStamp.joined(with: resets.max()) else { continue }
      let ahead = stamp.time.milliseconds - hubTime
      guard ahead <= StampClock.tolerance else {
        throw HubError(
          .clockAhead,
          "The record \(record.name.rawValue) was changed \(ahead / 1000) s after the hub's time. "
            + "Stamp the changes again.", hubTime: hubTime)
      }
    }
  }

  /// Returns the names that belong to other objects, of the zone or of the request itself.
  private static func takenNames(
    in request: PushRequest, _ stored: [RecordName: Record]
  ) -> Set<RecordName> {
    var owners: [RecordName: Record] = [:]
    var taken: Set<RecordName> = []
    for part in request.records {
      let owner = stored[part.name] ?? owners[part.name] ?? part
      owners[part.name] = owner
      if part.created != owner.created { taken.insert(part.name) }
    }
    return taken
  }

  private struct Refused: Error { let reason: PushReply.Reason }

  private static func merge(
    _ part: Record, over stored: Record?, taken: Set<RecordName>, missing: Set<RecordAsset>
  ) -> Result<Record, Refused> {
    var record = stored ?? Record(part.name, type: part.type, created: part.created)
    guard part.name.isValid, part.state.catalogVersion?.hasWellFormedIdentity != false else {
      return .failure(Refused(reason: .invalidName))
    }
    guard part.created == record.created else { return .failure(Refused(reason: .nameTaken)) }
    if !taken.isEmpty, part.state.references(taken) {
      return .failure(Refused(reason: .referenceRefused))
    }
    guard part.type == record.type else { return .failure(Refused(reason: .typeDiffers)) }
    if !missing.isEmpty, !part.state.assets.isDisjoint(with: missing) {
      return .failure(Refused(reason: .assetMissing))
    }
    record.state.join(part.state)
    guard record.byteCount <= HubLimits.recordBytes else {
      return .failure(Refused(reason: .tooLarge))
    }
    return .success(record)
  }
}
