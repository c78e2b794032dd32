import Foundation
import PerennialHub
import PerennialRecords
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The operation of a hub", .timeLimit(.minutes(1)))
struct OperationTests {
  @Test("Health, readiness, versions and numbers need no token")
  func open() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1), Sample.object(2)])
      for path in ["/health", "/ready"] {
        #expect(try await hub.stranger.get(path).status == 200)
      }
      let metrics = try await hub.stranger.get("/metrics")
      #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
      #expect(metrics.text.contains("perennial_hub_records_written_total 2\n"))
      #expect(
        metrics.text.contains(
          "perennial_hub_requests_total{route=\"/sync/1/zones/{zone}/push\",status=\"200\"} 1\n"))
      #expect(!metrics.text.contains("ann") && !metrics.text.contains(HubClient.zone))
      for field in ["X-Forwarded-For", "Forwarded"] {
        let proxied = try await hub.stranger.send("GET", "/metrics", headers: [field: "1.2.3.4"])
        #expect(proxied.status == 404)
      }
    }
  }

  @Test("The account tells its space")
  func account() async throws {
    struct Reply: Decodable {
      let account: String
      let bytes: Int
      let limit: Int
      let records: Int
      let zones: [String]
    }
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      _ = try await phone.push([Sample.object(1)], to: "iCloud.other")
      let reply = try await phone.get("/sync/1/account").json(Reply.self)
      #expect(reply.account == "ann" && reply.records == 2 && reply.limit == 1 << 30)
      #expect(reply.zones == ["iCloud.example", "iCloud.other"] && reply.bytes > 0)
    }
  }

  @Test(
    "Off the loopback interface, a hub needs a certificate or a proxy",
    arguments: ["0.0.0.0", "192.168.1.2", "::", "127.0.0.1.example", "example.com"])
  func needsTLS(host: String) throws {
    var options = HubOptions()
    options.host = host
    #expect(throws: HubServerError.needsTLS(host: host)) { try options.check() }
    options.isBehindProxy = true
    try options.check()
    options.isBehindProxy = false
    options.certificate = HubCertificate(chain: URL(filePath: "/a"), key: URL(filePath: "/b"))
    try options.check()
  }

  @Test(
    "On the loopback interface, it needs neither",
    arguments: ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
  func loopback(host: String) throws {
    var options = HubOptions()
    options.host = host
    try options.check()
  }

  @Test("A hub with a certificate that cannot be read does not start")
  func missingCertificate() async throws {
    await #expect(throws: HubServerError.self) {
      try await withHub(configuring: {
        $0.certificate = HubCertificate(chain: URL(filePath: "/a"), key: URL(filePath: "/b"))
      }) { _ in }
    }
  }

  @Test("A hub that is asked to end answers the requests that wait, and ends")
  func shutdown() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(
      at: file, serving: true, time: StampClock.systemMilliseconds)
    let administration = HubAdministration(storage)
    let now = StampClock.systemMilliseconds
    let account = try await administration.addAccount(named: "ann", at: now)
    let code = try await administration.pair(account, at: now).code.text
    try await storage.close()
    let process = try HubProcess(serving: file)
    let stranger = HubClient(port: process.port, token: nil)
    let token = try await stranger.post("/sync/1/devices", ["code": code, "name": "Phone"])
      .json(SignedIn.self).token
    let phone = HubClient(port: process.port, token: token)
    async let waiting = phone.get("/sync/1/zones/\(HubClient.zone)/changes")
    try await Task.sleep(for: .milliseconds(500))
    let start = ContinuousClock.now
    #expect(process.terminate() == 0)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(try await waiting.status == 204)
  }

  @Test("An event stream tells of changes, of the newest one only, and ends with the token")
  func events() async throws {
    try await withHub { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      let path = "/sync/1/zones/\(HubClient.zone)/changes"
      try await withEventLines(of: tablet, path) { lines in
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == ": waiting")
        for key in 1...3 { _ = try await phone.push([Sample.object(Int64(key))]) }
        let head = try await phone.pull().json(PullReply.self).token
        var seen: [String] = []
        while let line = await iterator.next() {
          if line.hasPrefix(":") { continue }
          seen.append(line)
          if line == "data: \(head)" { break }
        }
        #expect(seen.count <= 6 && seen.first == "event: change")
        #expect(try await tablet.send("DELETE", "/sync/1/devices/current").status == 204)
        var rest = 0
        while await iterator.next() != nil { rest += 1 }
        #expect(rest < 10)
      }
    }
  }
}
