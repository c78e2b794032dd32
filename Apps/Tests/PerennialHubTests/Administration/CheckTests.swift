import Foundation
import GRDB
import PerennialHubPostgreSQL
import PerennialRecords
import Testing

@testable import PerennialHub

/// A damage that an operator, a program or a disk can do to a database.
struct DamageCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sql: String
  let kinds: Set<HubCheckReport.Problem.Kind>

  init(_ name: String, _ kinds: Set<HubCheckReport.Problem.Kind>, _ sql: String) {
    (testDescription, self.kinds, self.sql) = (name, kinds, sql)
  }

  static let all = [
    DamageCase("nothing", [], "UPDATE account SET name = 'eve' WHERE name = 'ann'"),
    DamageCase("an account's bytes", [.accountBytes], "UPDATE account SET bytes = bytes + 1"),
    DamageCase("a head before its records", [.zoneHead], "UPDATE zone SET sequence = 1"),
    DamageCase("forgotten changes after the head", [.zoneHead], "UPDATE zone SET floor = 99"),
    DamageCase(
      "a number before the first", [.zoneHead],
      "UPDATE record SET sequence = 0 WHERE sequence = 1"),
    DamageCase("a lost head", [.lostZone], "DELETE FROM zone"),
    DamageCase("a type", [.damagedRecord], "UPDATE record SET type = 'Other' WHERE sequence = 2"),
    DamageCase(
      "a deletion", [.damagedRecord], "UPDATE record SET is_deleted = 1 WHERE sequence = 2"),
    DamageCase(
      "the form of another record", [.damagedRecord],
      "UPDATE record SET body = (SELECT body FROM record WHERE sequence = 1) WHERE sequence = 2"),
    DamageCase(
      "a form that cannot be read", [.damagedRecord, .accountBytes],
      "UPDATE record SET body = CAST('{' AS BLOB) WHERE sequence = 2"),
    DamageCase("a lost record", [.accountBytes], "DELETE FROM record WHERE sequence = 2"),
    DamageCase("a lost entry", [.accountBytes, .missingAsset], "DELETE FROM asset"),
    DamageCase("a lost account", [.damagedDatabase], "DELETE FROM account"),
  ]
}

@Suite("The check of a hub", .timeLimit(.minutes(1)))
struct CheckTests {
  private static let photo = Data("a photo".utf8)

  /// Fills a database with three records, one of which mentions an asset.
  private func fill(_ storage: any HubStorage, _ folder: AssetFolder) async throws -> ZoneKey {
    let account = try await HubAdministration(storage).addAccount(named: "ann", at: 0)
    let key = ZoneKey(account: account.id, name: "Z")
    let file = try folder.newFile()
    try file.append(Self.photo)
    let checksum = try file.finish()
    try folder.keep(file.url, as: checksum, of: key)
    let entry = StoredAsset(checksum: checksum, bytes: Int64(Self.photo.count), used: 0)
    #expect(try await storage.add(entry, to: key))
    var records = (1...3).map { Sample.object(Int64($0)) }
    let asset = try #require(RecordAsset(checksum: checksum, byteCount: Self.photo.count))
    records[2].state.write(.asset(asset), to: "photo", at: Sample.stamp(1_700_000_000_001))
    let pushed = records
    _ = try await storage.update(
      key, reading: pushed.map(\.name), mentioning: [asset], at: 1
    ) { stored in
      try ZoneUpdate(
        PushRequest(token: nil, records: pushed), on: stored,
        hubTime: StampClock.systemMilliseconds)
    }
    return key
  }

  private func report(
    _ storage: any HubStorage, _ folder: AssetFolder?, _ change: (inout HubCheck) -> Void = { _ in }
  ) async throws -> HubCheckReport {
    var check = HubCheck(storage, assets: folder)
    change(&check)
    return try await check.run(at: StampClock.systemMilliseconds)
  }

  private func expect(_ report: HubCheckReport, _ damage: DamageCase) {
    let found = Set(report.counts.keys.compactMap(HubCheckReport.Problem.Kind.init))
    #expect(found == damage.kinds, "\(damage.testDescription): \(report.problems)")
    #expect(report.isSound == damage.kinds.isEmpty)
  }

  @Test("Each damage of a SQLite file is found, and nothing else", arguments: DamageCase.all)
  func damages(damage: DamageCase) async throws {
    let scratch = try ScratchFolder()
    let (url, folder) = (scratch.file("hub.sqlite"), AssetFolder(at: scratch.file("assets")))
    let hub = try SQLiteHubStorage(at: url, serving: true, time: 1)
    _ = try await fill(hub, folder)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let other = try DatabaseQueue(path: url.path, configuration: configuration)
    try await other.write { try $0.execute(sql: damage.sql) }
    try other.close()
    // The hub runs, and the check cannot write.
    let storage = try SQLiteHubStorage(reading: url)
    expect(try await report(storage, folder), damage)
    await #expect(throws: (any Error).self) {
      try await HubAdministration(storage).addAccount(named: "bob", at: 0)
    }
    try await storage.close()
    try await hub.close()
  }

  @Test(
    "Each damage of a PostgreSQL database is found, and nothing else",
    .enabled(if: PostgreSQLServer.canBeHad))
  func serverDamages() async throws {
    let scratch = try ScratchFolder()
    let server = try PostgreSQLServer.shared()
    for damage in DamageCase.all {
      let folder = AssetFolder(at: scratch.file(UUID().uuidString))
      let address = try server.database()
      let hub = try await PostgreSQLHubStorage(at: address, connections: 2, time: 1)
      _ = try await fill(hub, folder)
      let sql = damage.sql.replacing("CAST('{' AS BLOB)", with: "CAST('{' AS bytea)")
      try server.psql("SET session_replication_role = replica; " + sql, at: address)
      let storage = try await PostgreSQLHubStorage(
        at: address, connections: 1, creating: false, time: 1)
      expect(try await report(storage, folder), damage)
      try await storage.close()
      try await hub.close()
    }
  }

  @Test("Files are compared with entries: in sizes, and in contents if that is asked for")
  func files() async throws {
    let scratch = try ScratchFolder()
    let folder = AssetFolder(at: scratch.file("assets"))
    let storage = try SQLiteHubStorage(at: scratch.file("hub.sqlite"), serving: true, time: 1)
    let key = try await fill(storage, folder)
    let entry = try #require(try await storage.assets(of: key, usedBefore: .max).first)
    let file = folder.file(entry.checksum, of: key)
    func kinds(_ change: (inout HubCheck) -> Void = { _ in }) async throws -> [String] {
      try await report(storage, folder, change).counts.keys.sorted()
    }
    #expect(try await kinds { $0.readsFiles = true } == [])
    try Data("b photo".utf8).write(to: file)
    #expect(try await kinds() == [])
    #expect(try await kinds { $0.readsFiles = true } == ["damagedFile"])
    try Data("short".utf8).write(to: file)
    #expect(try await kinds { $0.isQuick = true } == ["lostFile"])
    try FileManager.default.removeItem(at: file)
    #expect(try await kinds() == ["lostFile"])
    // An asset whose file is on its way has an entry already.
    let fresh = StoredAsset(
      checksum: entry.checksum, bytes: entry.bytes, used: StampClock.systemMilliseconds)
    _ = try await storage.add(fresh, to: key)
    #expect(try await kinds() == [])
    try Self.photo.write(to: folder.file(String(repeating: "0", count: 64), of: key))
    #expect(try await report(storage, folder).extraFiles == 1)
    #expect(try await report(storage, nil).extraFiles == 0)
    try await storage.close()
  }

  @Test("Damaged pages are reported, and files of other programs refused")
  func pages() async throws {
    let scratch = try ScratchFolder()
    let url = scratch.file("hub.sqlite")
    let storage = try SQLiteHubStorage(at: url, serving: true, time: 1)
    _ = try await fill(storage, AssetFolder(besideDatabaseAt: url))
    // The log becomes a part of the file.
    #expect(try await storage.compact())
    try await storage.close()
    let file = try FileHandle(forUpdating: url)
    // All pages after those of the schema and of the hub's row.
    let size = try file.seekToEnd()
    for offset in stride(from: 8192, to: size, by: 4096) {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data(repeating: 0xAA, count: 512))
    }
    try file.close()
    let damaged = try SQLiteHubStorage(reading: url)
    let report = try await report(damaged, nil)
    #expect(report.counts.keys.sorted() == ["damagedDatabase"], "\(report)")
    try await damaged.close()
    let other = scratch.file("other.sqlite")
    try Data("no database".utf8).write(to: other)
    #expect(throws: HubStorageError.self) { try SQLiteHubStorage(reading: other) }
  }

  @Test("A compaction gives the space of forgotten deletions and unused assets back")
  func compaction() async throws {
    let scratch = try ScratchFolder()
    let url = scratch.file("hub.sqlite")
    let folder = AssetFolder(besideDatabaseAt: url)
    let storage = try SQLiteHubStorage(at: url, serving: false, time: 1)
    let key = try await fill(storage, folder)
    let account = try await HubAdministration(storage).account(named: "ann")
    let text = String(repeating: "x", count: 1000)
    for start in stride(from: 1000, to: 2000, by: 200) {
      let records = (0..<200).map { Sample.object(Int64(start + $0), title: text) }
      _ = try await storage.update(key, reading: [], mentioning: [], at: 1) { stored in
        try ZoneUpdate(
          PushRequest(token: nil, records: records), on: stored,
          hubTime: StampClock.systemMilliseconds)
      }
    }
    let full = try await storage.size()
    #expect(try await storage.remove(account.id))
    #expect(try await storage.size() == full)
    #expect(try await storage.compact())
    #expect(try await storage.size() < full / 4)
    let hub = try SQLiteHubStorage(at: url, serving: true, time: 1)
    #expect(try await !storage.compact())
    try await hub.close()
    try await storage.close()
  }
}
