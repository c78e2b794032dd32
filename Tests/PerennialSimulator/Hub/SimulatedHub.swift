package import PerennialRecords

/// A hub in memory, which decides as every hub does: by ``ZoneWrite``.
package struct SimulatedHub: Sendable {
  /// The database. A backup is a copy.
  package struct Database: Sendable {
    package var zone = Zone()
    package var records: [RecordName: Record] = [:]
    package var sequences: [RecordName: Int64] = [:]
  }

  package private(set) var database = Database()
  private var lastIncarnation: Int64 = 1
  /// The most records of a page: few, so that histories have pages.
  private static let page = 7

  package init() {}

  // MARK: Requests

  /// Writes changes.
  ///
  /// - Parameter missing: The assets that the request mentions and the zone does not have.
  package mutating func push(
    _ request: PushRequest, without missing: Set<RecordAsset> = [], at time: Int64
  ) throws(HubError) -> PushReply {
    let write = try ZoneWrite(
      request, on: database.zone, over: database.records, changedAt: database.sequences,
      without: missing, hubTime: time)
    for change in write.changes {
      database.records[change.record.name] = change.record
      database.sequences[change.record.name] = change.sequence
    }
    database.zone = write.zone
    return write.reply
  }

  package func pull(_ request: PullRequest, at time: Int64) throws(HubError) -> PullReply {
    let start = try database.zone.start(after: request.token)
    let changed = database.sequences.filter { $0.value > start.sequence }.sorted {
      $0.value < $1.value
    }
    let page = changed.prefix(min(Self.page, request.recordLimit))
    let isLast = page.count == changed.count
    let end = isLast ? database.zone.sequence : page.last?.value ?? start.sequence
    return PullReply(
      hubTime: time, records: page.compactMap { database.records[$0.key] },
      token: database.zone.token(after: end, from: start), moreComing: !isLast)
  }

  // MARK: Operation

  /// Forgets the deletions of objects up to now. Returns the forgotten records.
  @discardableResult
  package mutating func forgetDeletions() -> [Record] {
    let forgotten = database.records.values.filter(\.isForgettable)
    guard !forgotten.isEmpty else { return [] }
    for record in forgotten {
      database.records[record.name] = nil
      database.sequences[record.name] = nil
    }
    database.zone.floor = database.zone.sequence
    return forgotten
  }

  /// Replaces the database by an earlier copy.
  package mutating func restore(_ backup: Database) {
    database = backup
    lastIncarnation += 1
    database.zone.incarnation = lastIncarnation
  }
}
