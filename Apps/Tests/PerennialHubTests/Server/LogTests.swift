import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("The log of a hub", .timeLimit(.minutes(2)))
struct LogTests {
  @Test("The log has identifiers and numbers, and no values, tokens or codes")
  func log() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1, title: "SECRET-VALUE")])
      _ = try await phone.post(HubClient.push, text: "{\"records\":[\"SECRET-VALUE\"]}")
      _ = try await phone.send(
        "POST", HubClient.pull, body: Data("{}".utf8), headers: ["X-Request-ID": "my-request"])
      let token = try #require(phone.token)
      let text = hub.log.text
      #expect(!text.contains("SECRET-VALUE") && !text.contains(token))
      let entry = try #require(
        hub.log.entries.first { $0.metadata["request"] == "my-request" })
      #expect(entry.metadata["account"] == "ann" && entry.metadata["records"] == "1")
      #expect(entry.metadata["status"] == "200")
    }
  }

  @Test("No request of the table of accesses leaves a secret in the log or in the audit log")
  func secrets() async throws {
    let secret = "5ECRET"
    try await withHub(configuring: { $0.longPoll = .milliseconds(20) }) { hub in
      let world = try await AccessWorld(hub)
      var tokens: [String] = []
      for role in HubRole.allCases {
        for row in AccessRow.all {
          let phone = try await hub.signIn("ann", as: "\(secret)-NAME", role: role)
          tokens.append(phone.token ?? "")
          var request = try await row.request(world)
          _ = try await row.send(phone, row.method, request)
          // Again with secrets where they do not belong.
          request.path += "?token=\(secret)&code=\(secret)"
          request.headers["X-\(secret)"] = secret
          request.headers["Cookie"] = "session=\(secret)"
          request.body = Data("{\"code\":\"\(secret)\",\"records\":\"\(secret)\"}".utf8)
          if row.method == "GET" || row.method == "HEAD" { request.body = nil }
          _ = try await row.send(phone, row.method, request)
          let forged = HubClient(port: hub.port, token: "\(secret)-TOKEN")
          _ = try await row.send(forged, row.method, request)
          if try await hub.storage.account(named: "ann") == nil { break }
        }
      }
      let entries = try await hub.storage.audit(of: nil, since: 0, upTo: 10_000)
      #expect(entries.count > 50 && hub.log.entries.count > 100)
      let text = hub.log.text + entries.map { "\($0)" }.joined(separator: "\n")
      let offenders = text.split(separator: "\n").filter { line in
        line.contains(secret) || line.contains(AccessWorld.secret)
          || tokens.contains { line.contains($0) }
      }
      #expect(offenders == [])
    }
  }
}
