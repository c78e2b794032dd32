import Foundation
import PerennialRecords

/// A hub in memory, which decides as every hub does: by `ZoneWrite`.
final class MemoryHub {
  /// The data of a hub. A backup is a copy.
  struct Database {
    var zone = Zone()
    var records: [RecordName: Record] = [:]
    var sequences: [RecordName: Int64] = [:]
  }

  private(set) var database = Database()
  /// The bytes of assets.
  var assets: [RecordAsset: Data] = [:]
  /// The assets that were sent, each as often as it was.
  private(set) var uploads: [RecordAsset] = []
  private var lastIncarnation: Int64 = 1
  /// The hub's clock, in milliseconds since 1970; nil for the machine's.
  var time: Int64?
  /// The most records of a page.
  var page = 100

  var zone: Zone { database.zone }
  var records: [RecordName: Record] { database.records }

  private var hubTime: Int64 { time ?? StampClock.systemMilliseconds }

  func push(_ request: PushRequest) throws(HubError) -> PushReply {
    let missing = request.records.reduce(into: Set<RecordAsset>()) {
      $0.formUnion($1.state.assets)
    }.subtracting(assets.keys)
    let write = try ZoneWrite(
      request, on: zone, over: records, changedAt: database.sequences, without: missing,
      hubTime: hubTime)
    for change in write.changes {
      database.records[change.record.name] = change.record
      database.sequences[change.record.name] = change.sequence
    }
    database.zone = write.zone
    return write.reply
  }

  func add(_ data: Data, as asset: RecordAsset) {
    uploads.append(asset)
    assets[asset] = data
  }

  func pull(_ request: PullRequest) throws(HubError) -> PullReply {
    let start = try zone.start(after: request.token)
    let changed = database.sequences.filter { $0.value > start.sequence }
      .sorted { $0.value < $1.value }
    let found = changed.prefix(page)
    let isLast = found.count == changed.count
    let end = isLast ? zone.sequence : found.last?.value ?? start.sequence
    return PullReply(
      hubTime: hubTime, records: found.compactMap { records[$0.key] },
      token: zone.token(after: end, from: start), moreComing: !isLast)
  }

  /// The names of records that are not deleted.
  var present: [RecordName] {
    records.values.filter { $0.state.deletion?.isDeleted != true && $0.name != .manifest }.map(
      \.name
    )
    .sorted()
  }

  // MARK: Operation

  /// Forgets the deletions of objects up to now.
  func forgetDeletions() {
    let forgotten = records.values.filter(\.isForgettable)
    guard !forgotten.isEmpty else { return }
    for record in forgotten {
      database.records[record.name] = nil
      database.sequences[record.name] = nil
    }
    database.zone.floor = zone.sequence
  }

  /// Replaces the data by an earlier copy.
  func restore(_ backup: Database) {
    database = backup
    lastIncarnation += 1
    database.zone.incarnation = lastIncarnation
  }
}
