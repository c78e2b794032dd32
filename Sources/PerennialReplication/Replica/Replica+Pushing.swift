public import PerennialRecords

/// Changes that are sent together.
public struct Batch: Equatable, Sendable {
  /// The request.
  public let request: PushRequest
  /// The changes in it.
  let sent: [RecordName: LocalEdits]
}

extension Replica {
  /// Returns the next changes for the hub; nil if it has acknowledged all of them.
  ///
  /// A batch is computed anew after a failure. It can differ from one that was sent before, because merges
  /// are joins: the hub may have received none, one or both of them.
  ///
  /// - Parameter limit: The approximate number of bytes of a request. A batch has at least one record.
  public func nextBatch(limit: Int = HubLimits.requestBytes / 2) throws -> Batch? {
    while try drain() {}
    let shared = try shared
    var (records, sent): ([Record], [RecordName: LocalEdits]) = ([], [:])
    var byteCount = 0
    var last: RecordName?
    collecting: while true {
      let names = try store.editedNames(after: last, limit: 256)
      for name in names {
        guard let (record, edits) = try part(name, shared) else { continue }
        let size = record.byteCount
        let isFull = byteCount + size > limit || records.count == HubLimits.records
        if isFull, !records.isEmpty { break collecting }
        byteCount += size
        records.append(record)
        sent[name] = edits
      }
      last = names.last
      if last == nil { break }
    }
    guard !records.isEmpty else { return nil }
    try hold(&records, &sent)
    for record in records {
      guard var tracked = try store.tracked(record.name), !tracked.isSent else { continue }
      tracked.isSent = true
      try store.write(tracked, named: record.name)
    }
    let token = try store.position.token
    return Batch(request: PushRequest(token: token, records: records), sent: sent)
  }

  /// Keeps back references to objects that the hub has not acknowledged and that are not in the batch: their
  /// names could still belong to other objects.
  private func hold(_ records: inout [Record], _ sent: inout [RecordName: LocalEdits]) throws {
    for index in records.indices {
      let known = try store.tracked(records[index].name)?.acknowledged.state
      let held = try records[index].state.removeReferences { target in
        try target.objectKey != nil && sent[target] == nil
          && store.tracked(target)?.isAcknowledged == false && known?.references([target]) != true
      }
      let name = records[index].name
      guard !held.fields.isEmpty || !held.links.isEmpty, let edits = sent[name] else { continue }
      let (rest, all) = edits.separating(fields: held.fields, links: held.links)
      sent[name] = rest
      try store.write(all, of: name)
    }
  }

  /// Returns the part of a record that the hub does not have. If there is none, the list of its changes is
  /// removed.
  private func part(_ name: RecordName, _ shared: Shared) throws -> (Record, LocalEdits)? {
    guard var tracked = try store.tracked(name) else {
      try store.write(nil as LocalEdits?, of: name)
      return nil
    }
    if tracked.refusal != nil { return nil }
    let edits = try store.edits(of: name)
    let changes = try changes(of: name, tracked, edits, shared)
    let isGone = try name.objectKey != nil && !store.isPresent(name)
    // The hub does not have to know of an object that was inserted and deleted in between.
    let isNothing = tracked.isAcknowledged ? changes == RecordState() : isGone && !tracked.isSent
    if isNothing, !tracked.isOffered {
      try store.write(nil as LocalEdits?, of: name)
      tracked.stash = RecordState()
      try store.write(tracked, named: name)
      return nil
    }
    var record = tracked.acknowledged
    // The hub may have forgotten a deleted record. Then a part of it would be a record without the rest.
    let needsWhole = tracked.isOffered || record.state.life?.isDeleted == true
    record.state = needsWhole ? record.state.joined(with: changes) : changes
    return (record, edits ?? LocalEdits())
  }

  func latestTime(in records: [Record]) -> HybridTime {
    records.reduce(into: .zero) { $0.join($1.state.latestStamp?.time ?? .zero) }
  }

  /// Takes the hub's answer to a batch.
  public func acknowledge(_ batch: Batch, _ reply: PushReply) throws {
    while try drain() {}
    var position = try store.position
    position.latest.join(latestTime(in: batch.request.records))
    try store.write(position)
    let refused = Dictionary(
      reply.refused.map { ($0.name, $0.reason) }, uniquingKeysWith: { first, _ in first })
    for record in batch.request.records {
      guard var tracked = try store.tracked(record.name) else { continue }
      switch refused[record.name] {
      case nil:
        tracked.acknowledged.state.join(record.state)
        tracked.isAcknowledged = true
        tracked.isOffered = false
        if tracked.acknowledged.state.joined(with: tracked.stash) == tracked.acknowledged.state {
          tracked.stash = RecordState()
        }
        try store.write(tracked, named: record.name)
        if var edits = try store.edits(of: record.name), let sent = batch.sent[record.name] {
          edits.remove(sent)
          try store.write(edits.isEmpty ? nil : edits, of: record.name)
        }
      case .referenceRefused: continue
      case .nameTaken where record.name.objectKey != nil:
        try rename(record.name, tracked)
      case let reason?:
        tracked.refusal = reason
        try store.write(tracked, named: record.name)
      }
    }
  }
}
