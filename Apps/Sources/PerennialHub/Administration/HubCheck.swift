import Foundation
import PerennialRecords

/// A check of a hub's database and assets. It reads only, and works beside running hubs.
///
/// The counters of an account are compared within one state of the database. Records are read in pages, each with the
/// assets of its zone from the same state, so that no transaction is long.
public struct HubCheck: Sendable {
  /// The parts of a database that the check reads.
  public typealias Storage = AccountStorage & AssetStorage & StorageMaintenance

  private let storage: any Storage
  private let assets: AssetFolder?
  /// `true` to leave the contents of records out: only the counters are checked.
  public var isQuick = false
  /// `true` to read the files of assets, and compare their digests.
  public var readsFiles = false

  /// The time in which an asset can have an entry and no file, because it is being sent, in milliseconds.
  private static let transferTime: Int64 = 3_600_000
  /// The number of records of a page.
  private static let page = 1000

  /// Creates a check.
  ///
  /// - Parameter assets: The files; nil to leave them out.
  public init(_ storage: any Storage, assets: AssetFolder?) {
    (self.storage, self.assets) = (storage, assets)
  }

  /// Checks everything.
  ///
  /// - Parameters:
  ///   - time: The hub's time, in milliseconds since 1970.
  ///   - progress: Called with the number of records that were read, and the number of all.
  /// - Throws: The errors of the database. Damages are not thrown, but reported.
  public func run(
    at time: Int64, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> HubCheckReport {
    var report = HubCheckReport()
    for damage in try await storage.findDamage() { report.add(.damagedDatabase, damage) }
    // The rows of a damaged file can be anything.
    if !report.isSound { return report }
    var keys: [(account: String, key: ZoneKey)] = []
    for account in try await storage.accounts() {
      let zones = try await checkCounters(of: account, into: &report)
      keys += zones.map { (account.name, ZoneKey(account: account.id, name: $0)) }
    }
    let total = report.records
    var done = 0
    for (account, key) in keys {
      try await checkFiles(of: key, account, at: time, into: &report)
      if !isQuick {
        try await checkRecords(of: key, account, into: &report) { count in
          done += count
          progress(done, total)
        }
      }
    }
    return report
  }

  // MARK: Counters

  private struct Counted: Sendable {
    let account: Account
    let zones: [(counters: ZoneCounters, totals: RecordTotals, assets: [StoredAsset])]
    let lostZones: [String]
  }

  /// - Returns: The names of the zones.
  private func checkCounters(
    of account: Account, into report: inout HubCheckReport
  ) async throws -> [String] {
    let counted = try await storage.inspect(account.id) { reader -> Counted? in
      guard let account = try reader.account() else { return nil }
      return Counted(
        account: account,
        zones: try reader.zones().map {
          ($0, try reader.totals(of: $0.name), try reader.assets(of: $0.name))
        },
        lostZones: try reader.lostZones())
    }
    // The account was removed meanwhile.
    guard let counted else { return [] }
    let name = account.name
    report.accounts += 1
    var bytes: Int64 = 0
    for (zone, totals, assets) in counted.zones {
      report.zones += 1
      report.records += totals.count
      report.assets += assets.count
      bytes += totals.bytes + assets.reduce(0) { $0 + $1.bytes }
      if zone.sequence < max(totals.last, zone.floor) || zone.floor < 0
        || totals.count > 0 && totals.first < 1
      {
        report.add(
          .zoneHead, account: name, zone: zone.name,
          "the head is \(zone.sequence), forgotten up to \(zone.floor), and the records have the "
            + "numbers \(totals.first) to \(totals.last)")
      }
    }
    for zone in counted.lostZones {
      report.add(.lostZone, account: name, zone: zone, "records or assets have no head of a zone")
    }
    report.bytes += bytes
    if counted.account.bytes != bytes, counted.lostZones.isEmpty {
      report.add(
        .accountBytes, account: name,
        "the counted bytes are \(counted.account.bytes), and records and assets have \(bytes)")
    }
    return counted.zones.map(\.counters.name)
  }

  // MARK: Records

  private func checkRecords(
    of key: ZoneKey, _ account: String, into report: inout HubCheckReport,
    onPage: (_ count: Int) -> Void
  ) async throws {
    var last: Int64 = 0
    while true {
      let start = last
      let page = try await storage.inspect(key.account) { reader in
        let records = try reader.records(of: key.name, after: start, upTo: Self.page)
        return Self.Page(records, assets: try reader.assets(of: key.name))
      }
      for problem in page.damaged {
        report.add(.damagedRecord, account: account, zone: key.name, problem)
      }
      for problem in page.missing {
        report.add(.missingAsset, account: account, zone: key.name, problem)
      }
      guard let end = page.last else { return }
      last = end
      onPage(page.count)
    }
  }

  /// A page of records, checked.
  private struct Page: Sendable {
    let count: Int
    let last: Int64?
    var damaged: [String] = []
    var missing: [String] = []

    init(_ records: [StoredRecord], assets: [StoredAsset]) {
      count = records.count
      last = records.last?.sequence
      let sizes = Dictionary(assets.map { ($0.checksum, $0.bytes) }) { first, _ in first }
      for row in records {
        guard let record = try? RecordCoding.record(in: row.body) else {
          damaged.append("the record \(row.name) cannot be read")
          continue
        }
        if record.name.rawValue != row.name || record.type != row.type
          || record.isForgettable != row.isForgettable
        {
          damaged.append("the record \(row.name) differs from the columns of its row")
        }
        for asset in record.state.assets where sizes[asset.checksum] != Int64(asset.byteCount) {
          missing.append("the record \(row.name) mentions \(asset.checksum)")
        }
      }
    }
  }

  // MARK: Files

  private func checkFiles(
    of key: ZoneKey, _ account: String, at time: Int64, into report: inout HubCheckReport
  ) async throws {
    guard let assets else { return }
    // The files are listed before the entries: an entry is older than its file.
    let sizes = try assets.sizes(of: key)
    let entries = try await storage.assets(of: key, usedBefore: .max)
    report.extraFiles += Set(sizes.keys).subtracting(entries.map(\.checksum)).count
    for entry in entries where entry.used < time - Self.transferTime {
      guard sizes[entry.checksum] == entry.bytes else {
        report.add(
          .lostFile, account: account, zone: key.name,
          "the size of the asset \(entry.checksum) is \(entry.bytes), and that of its file "
            + (sizes[entry.checksum].map { "\($0)" } ?? "is missing"))
        continue
      }
      if readsFiles, assets.digest(of: entry.checksum, of: key) != entry.checksum {
        report.add(
          .damagedFile, account: account, zone: key.name,
          "the file of the asset \(entry.checksum) has other bytes")
      }
    }
  }
}
