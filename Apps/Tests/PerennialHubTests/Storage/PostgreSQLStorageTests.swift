import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords
import Testing

@Suite(
  "Several hubs on one PostgreSQL database", .timeLimit(.minutes(1)),
  .enabled(if: PostgreSQLServer.canBeHad))
struct PostgreSQLStorageTests {
  private func push(
    _ records: [Record], to key: ZoneKey, of storage: any HubStorage
  ) async throws -> ZoneUpdate<PushReply> {
    try await storage.update(
      key, reading: records.map(\.name), mentioning: [], at: 3_000_000
    ) { stored in
      try ZoneUpdate(
        PushRequest(token: nil, records: records), on: stored,
        hubTime: StampClock.systemMilliseconds)
    }
  }

  /// Runs a test with hubs that open an empty database at the same time.
  private func withHubs(
    _ count: Int, _ body: ([PostgreSQLHubStorage]) async throws -> Void
  ) async throws {
    let address = try PostgreSQLServer.shared().database()
    let hubs = try await withThrowingTaskGroup(of: PostgreSQLHubStorage.self) { group in
      for number in 0..<count {
        group.addTask {
          try await PostgreSQLHubStorage(at: address, connections: 4, time: Int64(number) + 1)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    do {
      try await body(hubs)
    } catch {
      for hub in hubs { try await hub.close() }
      throw error
    }
    for hub in hubs { try await hub.close() }
  }

  @Test("Hubs that open an empty database together share its tables and its number")
  func opening() async throws {
    try await withHubs(4) { hubs in
      let account = try await HubAdministration(hubs[0]).addAccount(named: "ann", at: 0)
      let key = ZoneKey(account: account.id, name: "Z")
      var incarnations: Set<Int64> = []
      for hub in hubs { incarnations.insert(try await hub.zone(key).incarnation) }
      #expect(incarnations.count == 1)
    }
  }

  @Test("Numbers follow the commits of all hubs: a reader of one misses no change of the others")
  func order() async throws {
    try await withHubs(3) { hubs in
      let account = try await HubAdministration(hubs[0]).addAccount(named: "ann", at: 0)
      let key = ZoneKey(account: account.id, name: "Z")
      let total = 3 * 2 * 30
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (hub, storage) in hubs.enumerated() {
          for writer in 0..<2 {
            group.addTask {
              for number in 0..<30 {
                let record = Sample.object(Int64(hub * 1000 + writer * 100 + number))
                _ = try await push([record], to: key, of: storage)
              }
            }
          }
          // A device reads while others write, always after its last position.
          group.addTask {
            var (seen, token) = (0, SyncToken?.none)
            while seen < total {
              let page = try await storage.page(of: key, after: token, upTo: PageLimit(records: 7))
              seen += page.bodies.count
              token = page.token
              #expect(Int64(seen) == page.token.sequence)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await hubs[0].contents(of: account.id).records == total)
    }
  }

  @Test("Fields that two hubs write concurrently into one record are all kept")
  func concurrentRecord() async throws {
    try await withHubs(2) { hubs in
      let account = try await HubAdministration(hubs[0]).addAccount(named: "ann", at: 0)
      let key = ZoneKey(account: account.id, name: "Z")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (hub, storage) in hubs.enumerated() {
          group.addTask {
            for number in 0..<25 {
              var record = Sample.object(1)
              record.state.write(
                .integer(Int64(number)), to: "field\(hub)x\(number)",
                at: Sample.stamp(1_700_000_000_001 + Int64(number)))
              _ = try await push([record], to: key, of: storage)
            }
          }
        }
        try await group.waitForAll()
      }
      let page = try await hubs[0].page(of: key, after: nil, upTo: PageLimit())
      let record = try JSONDecoder().decode(Record.self, from: try #require(page.bodies.first))
      #expect(record.state.edits.keys.filter { $0.hasPrefix("field") }.count == 50)
    }
  }

  @Test("An account that is removed during writes leaves nothing, and its writers are refused")
  func removal() async throws {
    try await withHubs(2) { hubs in
      let account = try await HubAdministration(hubs[0]).addAccount(named: "ann", at: 0)
      let keys = (0..<4).map { ZoneKey(account: account.id, name: "Z\($0)") }
      await withTaskGroup(of: Void.self) { group in
        for (number, key) in keys.enumerated() {
          group.addTask {
            for object in 0..<200 {
              do {
                _ = try await push([Sample.object(Int64(object))], to: key, of: hubs[number % 2])
              } catch let error as HubError where error.code == .unauthorized {
                return
              } catch {
                Issue.record(error)
                return
              }
            }
          }
        }
        group.addTask {
          try? await Task.sleep(for: .milliseconds(30))
          await #expect(throws: Never.self) { try await hubs[1].remove(account.id) }
        }
      }
      let contents = try await hubs[0].contents(of: account.id)
      #expect(contents.zones == [] && contents.records == 0)
    }
  }

  @Test("A connection that the server has ended is replaced")
  func endedConnections() async throws {
    // A server of its own: all connections of all hubs end.
    let server = try PostgreSQLServer()
    let storage = try await PostgreSQLHubStorage(
      at: server.database(), connections: 1, time: 1)
    let account = try await HubAdministration(storage).addAccount(named: "ann", at: 0)
    let key = ZoneKey(account: account.id, name: "Z")
    for number in 1...3 {
      _ = try await push([Sample.object(Int64(number))], to: key, of: storage)
      let ended = try server.psql(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'perennial-hub'
        """)
      #expect(ended == "1\n")
    }
    #expect(try await storage.zone(key).sequence == 3)
    try await storage.close()
  }

  @Test("A server that does not answer is an error with a time to try again, and no trap")
  func absentServer() async throws {
    let folder = try ScratchFolder()
    await #expect {
      try await PostgreSQLHubStorage(
        at: "postgresql://hub@/postgres?host=\(folder.url.path)", time: 1)
    } throws: { error in
      (error as? HubStorageError)?.code == .serverFailure
    }
  }

  @Test("A text that PostgreSQL cannot store is the error of its request")
  func zeroByte() async throws {
    try await withHubs(1) { hubs in
      let account = try await HubAdministration(hubs[0]).addAccount(named: "ann", at: 0)
      let key = ZoneKey(account: account.id, name: "Z")
      let record = Record(Sample.object(1).name, type: "Rec\u{0}ipe")
      await #expect {
        _ = try await push([record], to: key, of: hubs[0])
      } throws: { error in
        (error as? HubError)?.code == .badRequest
      }
      #expect(try await hubs[0].contents(of: account.id).records == 0)
    }
  }
}
