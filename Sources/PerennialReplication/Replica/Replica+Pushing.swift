public import PerennialRecords

/// Changes that are sent together.
public struct Batch: Equatable, Sendable {
  /// The request, with sealed values encrypted.
  public let request: PushRequest
  /// The records of the request, as this device knows them.
  let records: [Record]
  /// The changes in it.
  let sent: [RecordName: LocalEdits]

  /// `true` if the transaction that made the batch must be on the disk before the batch is sent.
  ///
  /// A power cut that took back what was counted would let the device count again from an earlier total. Of other
  /// changes, the hub's copy is as good as the device's.
  public var mustBeDurable: Bool { request.records.contains { !$0.state.counters.isEmpty } }

  /// The assets that the records mention.
  public var assets: Set<RecordAsset> {
    request.records.reduce(into: []) { $0.formUnion($1.state.assets) }
  }

  /// Returns the batch without the content that mentions certain assets, because no device has their bytes.
  public func removing(_ assets: Set<RecordAsset>) -> Batch {
    func removed(_ record: Record) -> Record {
      var record = record
      record.state.remove(assets)
      return record
    }
    return Batch(
      request: PushRequest(token: request.token, records: request.records.map(removed)),
      records: records.map(removed), sent: sent)
  }
}

extension Replica {
  /// Returns the next changes for the hub; nil if it has acknowledged all of them.
  ///
  /// A batch is computed anew after a failure. It can differ from one that was sent before, because merges
  /// are joins: the hub may have received none, one or both of them.
  ///
  /// - Parameters:
  ///   - limit: The approximate number of bytes of a request. A batch has at least one record. Its assets have at most
  ///     16 times as many bytes.
  ///   - isOfDeletions: `true` for a batch of deletions alone, which a hub without space accepts.
  public func nextBatch(
    limit: Int = HubLimits.requestBytes / 2, isOfDeletions: Bool = false
  ) throws -> Batch? {
    while try readHistory() {}
    // Values that rows do not show yet must not become edits.
    while try rewriteLateRows(limit: 1_000) {}
    let shared = try shared
    var last: RecordName?
    while true {
      var (parts, isLast) = try parts(
        after: last, limit: limit, isOfDeletions: isOfDeletions, shared)
      guard let end = parts.last?.record.name else { return nil }
      try withholdUnsendable(&parts)
      if !parts.isEmpty { return try batch(of: parts) }
      if isLast { return nil }
      last = end
    }
  }

  /// The part of a record that the hub does not have, and the changes in it.
  private typealias Part = (record: Record, edits: LocalEdits)

  /// Returns the parts of the next records, up to a number of bytes.
  private func parts(
    after name: RecordName?, limit: Int, isOfDeletions: Bool, _ shared: SharedKnowledge
  ) throws -> (parts: [Part], isLast: Bool) {
    var parts: [Part] = []
    var (byteCount, assetBytes) = (0, 0)
    var last = name
    while true {
      let names = try store.editTable.editedNames(after: last, limit: 256)
      for name in names {
        if isOfDeletions, try !isDeletion(name) { continue }
        guard let part = try part(name, shared) else { continue }
        let size = try store.sealing.sentByteCount(of: part.record)
        let assets = part.record.state.assets
        if size > HubLimits.recordBytes
          || assets.contains(where: { $0.byteCount > HubLimits.assetBytes })
        {
          // A request with it could be too large as a whole, and would be refused again and again.
          try refuse(name, .tooLarge)
          continue
        }
        byteCount += size
        assetBytes += assets.reduce(0) { $0 + $1.byteCount }
        let isFull =
          byteCount > limit || assetBytes > 16 * limit || parts.count == HubLimits.records
        if isFull, !parts.isEmpty { return (parts, false) }
        parts.append(part)
      }
      last = names.last
      if last == nil { return (parts, true) }
    }
  }

  /// Returns `true` if the deletion of an object is all that the hub has to get of it.
  private func isDeletion(_ name: RecordName) throws -> Bool {
    guard try store.editTable.edits(of: name)?.deletion != nil,
      let tracked = try store.recordTable.tracked(name)
    else {
      return false
    }
    return try tracked.isAcknowledged && !tracked.isUnsent && !store.isPresent(name)
  }

  /// Notes that a record cannot be sent as it is.
  private func refuse(_ name: RecordName, _ reason: PushReply.Reason) throws {
    guard var tracked = try store.recordTable.tracked(name) else { return }
    tracked.refusal = reason
    try store.recordTable.write(tracked, named: name)
  }

  private func batch(of parts: [Part]) throws -> Batch {
    for (record, _) in parts {
      try noteSent(record)
      guard var tracked = try store.recordTable.tracked(record.name), !tracked.isSent else {
        continue
      }
      tracked.isSent = true
      try store.recordTable.write(tracked, named: record.name)
    }
    let token = try store.position.token
    let edits = parts.map { ($0.record.name, $0.edits) }
    return Batch(
      request: PushRequest(
        token: token, records: try parts.map { try store.sealing.sealed($0.record) }),
      records: parts.map(\.record),
      sent: Dictionary(edits, uniquingKeysWith: { first, _ in first }))
  }

  /// Notes what a request has of a record, until the hub acknowledges it: the hub may have it, also if no answer comes.
  ///
  /// An object that the hub has not acknowledged has no acknowledged values to return to, but the sent ones.
  private func noteSent(_ record: Record) throws {
    guard let former = try store.editTable.edits(of: record.name) else { return }
    var edits = former
    edits.sentFields.join(record.state.counters.compactMapValues(\.latestStamp))
    if try store.recordTable.tracked(record.name)?.isAcknowledged == true {
      edits.sentFields.join(record.state.edits.mapValues(\.stamp))
    } else if edits.insertion != nil {
      edits.sentValues = record.state.edits.mapValues(\.value.fingerprint)
      // Most values have the stamp of the insertion.
      let others = record.state.edits.mapValues(\.stamp).filter { $0.value != edits.created }
      edits.sentStamps = others.isEmpty ? nil : others
    }
    edits.sentDeletion = edits.deletion ?? edits.sentDeletion
    if edits != former { try store.editTable.write(edits, of: record.name) }
  }

  /// Keeps back references to objects that the hub has not acknowledged and that are not in the batch, and what was
  /// counted in such objects: their names could still belong to other objects. Values that cannot be sealed yet are kept
  /// back, too.
  ///
  /// A part without any other content is not sent: it would be sent again and again.
  private func withholdUnsendable(_ parts: inout [Part]) throws {
    let names = Set(parts.map(\.record.name))
    parts = try parts.compactMap { part in
      var part = part
      let tracked = try store.recordTable.tracked(part.record.name)
      let known = tracked?.acknowledged.state ?? RecordState()
      let unsealed = try store.sealing.heldFields(of: part.record)
      part.record.state.removeEdits(of: unsealed)
      var held = try part.record.state.removeReferences { target in
        try target.objectKey != nil && !names.contains(target)
          && store.recordTable.tracked(target)?.isAcknowledged == false
          && !known.references([target])
      }
      held.fields += unsealed.sorted()
      guard !held.fields.isEmpty || !held.links.isEmpty || held.others else { return part }
      let (rest, all) = part.edits.separating(fields: held.fields, links: held.links)
      part.edits = rest
      try store.editTable.write(all.isEmpty ? nil : all, of: part.record.name)
      let isNew = tracked?.isAcknowledged != true || tracked?.needsFullUpload == true
      return isNew || known.joined(with: part.record.state) != known ? part : nil
    }
  }

  /// Returns the part of a record that the hub does not have. If there is none, the list of its changes is
  /// removed.
  private func part(_ name: RecordName, _ shared: SharedKnowledge) throws -> Part? {
    guard var tracked = try store.recordTable.tracked(name) else {
      try store.editTable.write(nil as LocalEdits?, of: name)
      return nil
    }
    if tracked.refusal != nil { return nil }
    let edits = try store.editTable.edits(of: name)
    let changes = try changes(of: name, tracked: tracked, edits: edits, shared: shared)
    let isGone = try name.objectKey != nil && !tracked.isLeftOut && !store.isPresent(name)
    // The hub does not have to know of an object that was inserted and deleted in between, unless another one was
    // merged into it.
    let isMerged = changes.redirect != nil
    let isNothing =
      tracked.isAcknowledged || name.objectKey == nil
      ? changes == RecordState()
      : isGone && !tracked.isSent && !isMerged && shared.redirects.sources(of: name).isEmpty
    if isNothing, !tracked.needsFullUpload {
      try store.editTable.write(nil as LocalEdits?, of: name)
      tracked.detachedChanges = RecordState()
      // Nothing is left of an object that was inserted and deleted in between.
      let isForgotten = isGone && !tracked.isAcknowledged
      try store.recordTable.write(isForgotten ? nil : tracked, named: name)
      // A later catalog has the values that a user has written into a preset. The row no longer has edits.
      let isWritten = edits.map { !$0.fields.isEmpty || !$0.links.isEmpty } ?? false
      if isWritten, tracked.acknowledged.state.catalogVersion != nil { try rewriteRows([name]) }
      return nil
    }
    var record = tracked.acknowledged
    // The hub may have forgotten a deleted record. Then a part of it would be a record without the rest.
    let needsWhole = tracked.needsFullUpload || record.state.deletion?.isDeleted == true
    record.state = needsWhole ? record.state.joined(with: changes) : changes
    return (record, edits ?? LocalEdits())
  }

  func latestTime(in records: [Record]) -> HybridTime {
    records.reduce(into: .zero) { $0.join($1.state.latestStamp?.time ?? .zero) }
  }

  /// Takes the hub's answer to a batch.
  public func acknowledge(_ batch: Batch, _ reply: PushReply) throws {
    while try readHistory() {}
    var position = try store.position
    position.latest.join(latestTime(in: batch.request.records))
    try store.write(position)
    let refused = Dictionary(
      reply.refused.map { ($0.name, $0.reason) }, uniquingKeysWith: { first, _ in first })
    var confirmed: [RecordName] = []
    for record in batch.records {
      guard var tracked = try store.recordTable.tracked(record.name) else { continue }
      switch refused[record.name] {
      case nil:
        try notePushed(record, over: tracked)
        try mergeAcknowledged(record.state, of: record.name, in: &tracked, shared)
        if !tracked.isAcknowledged { confirmed.append(record.name) }
        tracked.isAcknowledged = true
        tracked.needsFullUpload = false
        tracked.forgetAcknowledged()
        if batch.sent[record.name]?.insertion != nil { tracked.unsentAtDeletion = [:] }
        try store.recordTable.write(tracked, named: record.name)
        if var edits = try store.editTable.edits(of: record.name),
          let sent = batch.sent[record.name]
        {
          edits.remove(sent)
          try store.editTable.write(edits.isEmpty ? nil : edits, of: record.name)
        }
      case .referenceRefused, .assetMissing: continue
      case .nameTaken where record.name.objectKey != nil:
        try rename(record.name, tracked)
      case let reason?: try refuse(record.name, reason)
      }
    }
    try rewriteReferences(to: confirmed)
    try rewriteReferences(from: batch.request.records)
  }

  /// Notes the writes of a record that other devices may have written meanwhile: a new object is in no other device.
  private func notePushed(_ record: Record, over tracked: TrackedRecord) throws {
    guard tracked.isAcknowledged, !tracked.needsFullUpload, record.name != .manifest else { return }
    let former = try store.pushed(of: record.name)
    var pushed = former ?? PushedWrites()
    pushed.add(record.state, over: tracked.acknowledged.state)
    if pushed != former, !pushed.isEmpty { try store.write(pushed, of: record.name) }
  }

  /// Writes references again whose targets were deleted and have come back while the request was on its way.
  private func rewriteReferences(from records: [Record]) throws {
    let redirects = try store.recordTable.redirects
    let sources = try records.filter { record in
      guard record.state.hasTarget(where: { _ in true }),
        let content = try store.content(of: record.name)
      else { return false }
      return try record.state.hasTarget { target in
        let target = redirects.destination(of: target)
        return try !content.references(target) && store.isPresent(target) && isKnown(target)
      }
    }
    if !sources.isEmpty { try rewriteRows(sources.map(\.name)) }
  }
}
