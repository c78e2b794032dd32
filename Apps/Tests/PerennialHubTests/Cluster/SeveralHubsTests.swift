import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords
import Testing

@Suite(
  "Devices of several hubs on one database", .timeLimit(.minutes(1)),
  .enabled(if: PostgreSQLServer.canBeHad))
struct SeveralHubsTests {
  private struct Changes: Codable {
    let token: SyncToken
  }

  /// Runs a test with two hubs, whose folders of assets are the same.
  private func withTwoHubs(
    at address: String? = nil, wakeUps: PostgreSQLHubStorage.WakeUps = .notifications,
    _ body: @escaping @Sendable (TestHub, TestHub) async throws -> Void
  ) async throws {
    let address = try address ?? PostgreSQLServer.shared().database()
    let folder = try ScratchFolder()
    let assets = AssetFolder(besideDatabaseAt: folder.file("hub"))
    let storages = [
      try await PostgreSQLHubStorage(at: address, connections: 4, wakeUps: wakeUps, time: 1),
      try await PostgreSQLHubStorage(at: address, connections: 4, wakeUps: wakeUps, time: 1),
    ]
    try await withHub(on: storages[0], assets: assets) { first in
      try await withHub(on: storages[1], assets: assets) { second in
        try await body(first, second)
      }
    }
    withExtendedLifetime(folder) {}
  }

  private func path(after token: SyncToken) -> String {
    "/sync/1/zones/\(HubClient.zone)/changes?after=\(token)"
  }

  @Test("A device signs in at one hub, and uses its token at the other one")
  func token() async throws {
    try await withTwoHubs { first, second in
      let phone = try await first.signIn()
      _ = try await phone.push([Sample.object(1)])
      let elsewhere = HubClient(port: second.port, token: phone.token)
      #expect(try await elsewhere.records().count == 1)
      #expect(try await elsewhere.send("DELETE", "/sync/1/devices/current").status == 204)
      #expect(try await phone.pull().status == 401)
    }
  }

  @Test("A request that waits at one hub is answered when a device has pushed to the other one")
  func wakeUp() async throws {
    try await withTwoHubs { first, second in
      let (phone, tablet) = (try await first.signIn(), try await second.signIn())
      var head = try await phone.pull().json(PullReply.self).token
      var times: [Duration] = []
      for number in 1...20 {
        let path = path(after: head)
        async let changes = tablet.get(path)
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        _ = try await phone.push([Sample.object(Int64(number))])
        head = try await changes.json(Changes.self).token
        times.append(ContinuousClock.now - start)
        #expect(head.sequence == Int64(number))
      }
      let sorted = times.sorted()
      print(
        "From a push to the answer of another hub: median \(sorted[10]), greatest \(sorted[19])")
    }
  }

  @Test("Hubs that do not notify each other ask for changes")
  func polling() async throws {
    try await withTwoHubs(wakeUps: .polling(every: .milliseconds(50))) { first, second in
      let (phone, tablet) = (try await first.signIn(), try await second.signIn())
      var head = try await phone.pull().json(PullReply.self).token
      for number in 1...3 {
        let path = path(after: head)
        async let changes = tablet.get(path)
        try await Task.sleep(for: .milliseconds(20))
        _ = try await phone.push([Sample.object(Int64(number))])
        head = try await changes.json(Changes.self).token
        #expect(head.sequence == Int64(number))
      }
    }
  }

  @Test("Devices are woken again after the server has ended the connections of the hubs")
  func lostConnections() async throws {
    let server = try PostgreSQLServer()
    try await withTwoHubs(at: server.database()) { first, second in
      let (phone, tablet) = (try await first.signIn(), try await second.signIn())
      let head = try await phone.pull().json(PullReply.self).token
      try server.psql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'perennial-hub%'
        """)
      // While the second hub does not listen.
      let path = path(after: head)
      async let changes = tablet.get(path)
      _ = try await phone.push([Sample.object(1)])
      #expect(try await changes.json(Changes.self).token.sequence == 1)
    }
  }

  @Test(
    "A hub that is killed in the middle of pushes loses nothing, and devices go on with the other one"
  )
  func kill() async throws {
    let address = try PostgreSQLServer.shared().database()
    let folder = try ScratchFolder()
    let assets = ["--assets", folder.file("assets").path]
    let storage = try await PostgreSQLHubStorage(at: address, connections: 1, time: 1)
    let token = try await storage.signIn("ann")
    let acknowledged = Acknowledged()
    let stays = try HubProcess(serving: address, assets)
    for round in 0..<6 {
      let doomed = try HubProcess(serving: address, assets)
      let ports = [doomed.port, stays.port]
      let pushes = (0..<4).map { writer in
        Task {
          for number in 0..<40 {
            let base = Int64(round * 100_000 + writer * 1000 + number * 5)
            let records = (1...5).map { Sample.object(base + $0) }
            // A device whose hub does not answer sends the same again to the other one.
            for port in writer.isMultiple(of: 2) ? ports : ports.reversed() {
              let answer = try? await HubClient(port: port, token: token).push(records)
              guard answer?.status == 200 else { continue }
              acknowledged.add(records)
              break
            }
          }
        }
      }
      try await Task.sleep(for: .milliseconds(40 + 30 * round))
      doomed.kill()
      for push in pushes { await push.value }
      #expect(acknowledged.all.count == (round + 1) * 4 * 40 * 5)
    }
    let records = try await HubClient(port: stays.port, token: token).records()
    #expect(Set(records.map(\.name)) == acknowledged.all)
    #expect(stays.terminate() == 0)
    try await storage.close()
  }
}
