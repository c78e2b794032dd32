import PerennialRecords

/// A hub in memory, which decides as every hub does: by `ZoneWrite`.
final class MemoryHub {
  private(set) var zone = Zone()
  private(set) var records: [RecordName: Record] = [:]
  private var sequences: [RecordName: Int64] = [:]
  /// The hub's clock, in milliseconds since 1970; nil for the machine's.
  var time: Int64?
  /// The most records of a page.
  var page = 100

  private var hubTime: Int64 { time ?? StampClock.systemMilliseconds }

  func push(_ request: PushRequest) throws -> PushReply {
    let write = try ZoneWrite(request, on: zone, over: records, hubTime: hubTime)
    for change in write.changes {
      records[change.record.name] = change.record
      sequences[change.record.name] = change.sequence
    }
    zone = write.zone
    return write.reply
  }

  func pull(_ request: PullRequest) throws -> PullReply {
    let start = try zone.start(after: request.token)
    let changed = sequences.filter { $0.value > start.sequence }.sorted { $0.value < $1.value }
    let found = changed.prefix(page)
    let isLast = found.count == changed.count
    let end = isLast ? zone.sequence : found.last?.value ?? start.sequence
    return PullReply(
      hubTime: hubTime, records: found.compactMap { records[$0.key] },
      token: zone.token(after: end, from: start), moreComing: !isLast)
  }

  /// The names of records that are not deleted.
  var present: [RecordName] {
    records.values.filter { $0.state.life?.isDeleted != true && $0.name != .manifest }.map(\.name)
      .sorted()
  }
}
