import Foundation
import Logging
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords
import Testing

@Suite("The numbers of a hub", .timeLimit(.minutes(1)))
struct MetricsTests {
  private func numbers(_ hub: TestHub) async throws -> Exposition {
    try Exposition(try await hub.stranger.get("/metrics").text)
  }

  /// Reads the numbers until they have a value.
  private func wait(
    for name: String, _ value: Double, _ hub: TestHub
  ) async throws -> Exposition {
    while true {
      let numbers = try await self.numbers(hub)
      if numbers[name] == value { return numbers }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("The text is valid, and the numbers are those of what was done")
  func counts() async throws {
    try await withHub(configuring: { $0.figuresInterval = .milliseconds(20) }) { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn(as: "Tablet"))
      let start = try await tablet.pull().json(PullReply.self).token
      let changes = "/sync/1/zones/\(HubClient.zone)/changes"
      try await withEventLines(of: tablet, changes + "?after=\(start)") { lines in
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == ": waiting")
        _ = try await phone.push([Sample.object(1), Sample.object(2)])
        #expect(await iterator.next() == "event: change")
        #expect(try await self.numbers(hub)["perennial_hub_listeners"] == 1)
      }
      // The name belongs to another object.
      _ = try await phone.push([Sample.object(1, at: 1_700_000_000_005)])
      #expect(try await hub.stranger.pull().status == 401)
      _ = try await phone.pull()
      let numbers = try await wait(for: "perennial_hub_records", 2, hub)
      #expect(numbers.contradictions == [])
      let push = "/sync/1/zones/{zone}/push"
      for (name, labels, value) in [
        ("perennial_hub_requests_total", ["route": push, "status": "200"], 2),
        ("perennial_hub_request_seconds_count", ["route": push], 2),
        ("perennial_hub_pushes_total", [:], 2), ("perennial_hub_records_written_total", [:], 2),
        ("perennial_hub_records_refused_total", ["reason": "nameTaken"], 1),
        ("perennial_hub_records_refused_total", ["reason": "tooLarge"], 0),
        ("perennial_hub_records_read_total", [:], 2),
        ("perennial_hub_errors_total", ["code": "unauthorized"], 1),
        ("perennial_hub_errors_total", ["code": "internalError"], 0),
        ("perennial_hub_wake_ups_total", ["origin": "this"], 1),
        ("perennial_hub_database_up", [:], 1), ("perennial_hub_accounts", [:], 1),
        ("perennial_hub_devices", [:], 2), ("perennial_hub_zones", [:], 1),
        ("perennial_hub_lag_devices", [:], 2), ("perennial_hub_lag_devices_behind", [:], 1),
        ("perennial_hub_lag_changes_max", [:], 2), ("perennial_hub_database_connections", [:], 1),
      ] as [(String, [String: String], Double)] {
        #expect(numbers[name, labels] == value, "\(name) \(labels)")
      }
      #expect(numbers["perennial_hub_content_bytes"] ?? 0 > 100)
      #expect(numbers["perennial_hub_database_bytes"] ?? 0 > 4096)
      #expect(numbers["perennial_hub_connections"] ?? 0 >= 1)
      #expect(numbers["process_cpu_seconds_total"] ?? 0 > 0)
    }
  }

  @Test("A refused request of Web Services counts as what it is, and is no error of the hub")
  func webServices() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for operation in ["records/query", "records/modify", "zones/modify"] {
        #expect(try await client.send(operation).code == "BAD_REQUEST")
      }
      #expect(try await client.lookup("a", in: "none").code == "ZONE_NOT_FOUND")
      var stranger = client
      stranger.credentials = "ckWebAuthToken=x"
      #expect(try await stranger.send("records/query").status == 401)
      let numbers = try await self.numbers(hub)
      for (code, value) in [("badRequest", 4), ("unauthorized", 1), ("internalError", 0)] {
        #expect(numbers["perennial_hub_errors_total", ["code": code]] == Double(value), "\(code)")
      }
      #expect(hub.log.entries.allSatisfy { $0.level < .error })
    }
  }

  @Test(
    "A hub that is woken by another one knows the time that it took",
    .enabled(if: PostgreSQLServer.canBeHad))
  func otherHub() async throws {
    let address = try PostgreSQLServer.shared().database()
    let folder = try ScratchFolder()
    let assets = AssetFolder(at: folder.file("assets"))
    let clock = TestClock()
    let storages = [
      try await PostgreSQLHubStorage(at: address, connections: 2, time: 1),
      try await PostgreSQLHubStorage(at: address, connections: 2, time: 1),
    ]
    try await withHub(on: storages[0], assets: assets, clock: clock) { first in
      let phone = try await first.signIn()
      try await withHub(on: storages[1], assets: assets, clock: clock) { second in
        let tablet = HubClient(port: second.port, token: phone.token)
        let changes = "/sync/1/zones/\(HubClient.zone)/changes"
        try await withEventLines(of: tablet, changes) { lines in
          var iterator = lines.makeAsyncIterator()
          #expect(await iterator.next() == ": waiting")
          // The listener of the second hub may connect later than the first change.
          for key in 1... {
            _ = try await phone.push([Sample.object(Int64(key))])
            let numbers = try await self.numbers(second)
            if numbers["perennial_hub_wake_up_seconds_count"] ?? 0 > 0 { break }
            try await Task.sleep(for: .milliseconds(20))
          }
        }
        let numbers = try await self.numbers(second)
        #expect(numbers.contradictions == [])
        #expect(numbers["perennial_hub_wake_ups_total", ["origin": "other"]] ?? 0 > 0)
        #expect(numbers["perennial_hub_database_connections"] == 2)
      }
    }
  }

  @Test(
    "Every number that the dashboard and the alerts name is one of the hub",
    arguments: ["grafana-dashboard.json", "alerts.yml"])
  func deployed(name: String) async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Deploy/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    if name.hasSuffix("json") {
      let dashboard = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let panels = try #require(dashboard?["panels"] as? [[String: Any]])
      #expect(panels.count > 20 && panels.allSatisfy { $0["title"] is String })
    }
    let named = Set(text.matches(of: /\b(perennial_hub|process)_[a-z_]+/).map { String($0.0) })
    #expect(named.count > 5)
    try await withHub { hub in
      // A request, so that its route has numbers.
      _ = try await hub.signIn()
      let numbers = try await self.numbers(hub)
      let known = Set(numbers.samples.map(\.name)).union(numbers.types.keys)
      #expect(named.subtracting(known) == [])
      // Also the values of labels.
      for match in text.matches(of: /(?:code|reason)=\\?"([a-zA-Z]+)\\?"/) {
        let values = numbers.samples.flatMap(\.labels.values)
        #expect(values.contains(String(match.1)), "\(match.1)")
      }
    }
  }
}
