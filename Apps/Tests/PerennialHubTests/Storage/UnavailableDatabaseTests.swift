import Foundation
import GRDB
import PerennialRecords
import Synchronization
import Testing

@testable import PerennialHub
@testable import PerennialHubPostgreSQL

/// Databases that are gone, full, slow, read-only or of another version: requests are answered with the documented
/// status and a time to try again, the hub isn't ready, and nothing is acknowledged that is not stored.
@Suite("A database that is not available", .timeLimit(.minutes(2)))
struct UnavailableDatabaseTests {
  private func expectUnavailable(_ answer: HubClient.Answer, _ what: String = "") throws {
    #expect(answer.status == 503, "\(what): \(answer.text)")
    #expect(try answer.error.code == .tryAgainLater)
    #expect(Int(answer.headers["retry-after"] ?? "") ?? 0 > 0)
  }

  private func expectReady(_ isReady: Bool, _ hub: TestHub) async throws {
    let answer = try await hub.stranger.get("/ready")
    #expect(answer.status == (isReady ? 200 : 503), "\(answer.text)")
    #expect(try await hub.stranger.get("/health").status == 200)
  }

  // MARK: SQLite

  @Test("A full file: pushes are refused and pulls answered, until there is space")
  func full() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(at: file, serving: true, time: StampClock.systemMilliseconds)
    try await withHub(on: storage, assets: AssetFolder(besideDatabaseAt: file)) { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      try await storage.write { database in
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
      }
      let large = Sample.object(2, title: String(repeating: "x", count: 200_000))
      try expectUnavailable(try await phone.push([large]), "full")
      try await expectReady(false, hub)
      #expect(try await phone.records() == [Sample.object(1)])
      #expect(hub.log.text.contains("database is full"))
      #expect(!hub.log.text.contains("xxxx"))
      try await storage.write { database in
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = 1000000")
      }
      #expect(try await phone.push([large]).status == 200)
      hub.clock.advance(by: StorageHealth.period)
      try await expectReady(true, hub)
      #expect(try await phone.records() == [Sample.object(1), large])
    }
  }

  @Test("A file that can only be read: pulls are answered, also of devices long not seen")
  func readOnly() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(at: file, serving: true, time: StampClock.systemMilliseconds)
    try await withHub(on: storage, assets: AssetFolder(besideDatabaseAt: file)) { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      try await storage.pool.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA query_only = 1")
      }
      hub.clock.advance(by: 3_600_000)
      try expectUnavailable(try await phone.push([Sample.object(2)]), "read-only")
      #expect(try await phone.records() == [Sample.object(1)])
      try await expectReady(false, hub)
      try await storage.pool.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA query_only = 0")
      }
      #expect(try await phone.push([Sample.object(2)]).status == 200)
    }
  }

  @Test("A file that was removed or replaced under the hub takes no more writes")
  func removed() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(at: file, serving: true, time: StampClock.systemMilliseconds)
    try await withHub(on: storage, assets: AssetFolder(besideDatabaseAt: file)) { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      let aside = folder.file("aside.sqlite")
      try FileManager.default.moveItem(at: file, to: aside)
      try expectUnavailable(try await phone.push([Sample.object(2)]), "removed")
      try await expectReady(false, hub)
      try Data("another file".utf8).write(to: file)
      try expectUnavailable(try await phone.push([Sample.object(2)]), "replaced")
      // The operator puts the file back.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: aside, to: file)
      #expect(try await phone.push([Sample.object(2)]).status == 200)
      #expect(try await phone.records().count == 2)
    }
  }

  // MARK: PostgreSQL

  private func withServerHub(
    at address: String, _ body: @escaping @Sendable (TestHub) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let storage = try await PostgreSQLHubStorage(
      at: address, connections: 2, time: StampClock.systemMilliseconds)
    let assets = AssetFolder(besideDatabaseAt: folder.file("hub.sqlite"))
    try await withHub(on: storage, assets: assets, body)
    withExtendedLifetime(folder) {}
  }

  @Test("A server that has stopped", .enabled(if: PostgreSQLServer.canBeHad))
  func stopped() async throws {
    let server = try PostgreSQLServer()
    try await withServerHub(at: server.database()) { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      try server.stop()
      try expectUnavailable(try await phone.push([Sample.object(2)]))
      try expectUnavailable(try await phone.pull())
      try await expectReady(false, hub)
    }
  }

  @Test("A server that only reads answers pulls", .enabled(if: PostgreSQLServer.canBeHad))
  func serverOnlyReads() async throws {
    let address = try PostgreSQLServer.shared().database()
    try await withServerHub(at: address) { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      let token = phone.token
      let readOnly = address + "%20-cdefault_transaction_read_only%3Don"
      try await withServerHub(at: readOnly) { second in
        let phone = HubClient(port: second.port, token: token)
        second.clock.advance(by: 3_600_000)
        #expect(try await phone.records() == [Sample.object(1)])
        try expectUnavailable(try await phone.push([Sample.object(2)]))
        try await expectReady(false, second)
      }
      #expect(try await phone.records() == [Sample.object(1)])
    }
  }

  @Test("A server whose disk is full", .enabled(if: PostgreSQLServer.canBeHad))
  func serverIsFull() async throws {
    let server = try PostgreSQLServer.shared()
    let address = try server.database()
    try await withServerHub(at: address) { hub in
      let phone = try await hub.signIn()
      // The error that the server gives when a file cannot be extended.
      try server.psql(
        """
        CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''53100''; END';
        CREATE TRIGGER fill BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION fill()
        """, at: address)
      try expectUnavailable(try await phone.push([Sample.object(1)]))
      #expect(try await phone.records().isEmpty)
      try server.psql("DROP TRIGGER fill ON record", at: address)
      #expect(try await phone.push([Sample.object(1)]).status == 200)
    }
  }

  @Test("A lock that another transaction holds too long", .enabled(if: PostgreSQLServer.canBeHad))
  func slow() async throws {
    let address = try PostgreSQLServer.shared().database()
    let other = try await PostgreSQLHubStorage(at: address, connections: 1, time: 1)
    try await withServerHub(at: address + "%20-clock_timeout%3D100ms") { hub in
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
      let ann = try #require(try await hub.storage.account(named: "ann"))
      let (begins, begun) = AsyncStream.makeStream(of: Void.self)
      let ends = DispatchSemaphore(value: 0)
      async let holding = other.update(
        ZoneKey(account: ann.id, name: HubClient.zone), reading: [], mentioning: [], at: 1
      ) { stored in
        begun.yield()
        ends.wait()
        return try ZoneUpdate(
          PushRequest(token: nil, records: []), on: stored, hubTime: 1_800_000_000_000)
      }
      for await _ in begins { break }
      let answer = try await phone.push([Sample.object(2)])
      ends.signal()
      _ = try await holding
      try expectUnavailable(answer)
      #expect(try await phone.push([Sample.object(2)]).status == 200)
    }
    try await other.close()
  }

  @Test(
    "Tables that a later version has changed under the hub",
    .enabled(if: PostgreSQLServer.canBeHad))
  func laterTables() async throws {
    let server = try PostgreSQLServer.shared()
    let address = try server.database()
    try await withServerHub(at: address) { hub in
      try await expectReady(true, hub)
      try server.psql("UPDATE hub SET version = 99", at: address)
      try await expectReady(false, hub)
    }
  }
}
