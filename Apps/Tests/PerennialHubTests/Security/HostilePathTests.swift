import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Hostile paths and positions", .timeLimit(.minutes(2)))
struct HostilePathTests {
  @Test("Zones with names that zones cannot have")
  func zones() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let names = [
        ".hidden", "a%20b", "a%2Fb", "%2e%2e",
        "ä".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
        String(repeating: "a", count: 129), "a%00b",
      ]
      for name in names {
        try await hub.expect(.badRequest, 400, by: phone) { try await $0.pull(from: name) }
      }
      #expect(try await phone.pull(from: String(repeating: "a", count: 128)).status == 200)
    }
  }

  @Test("Versions, operations and methods that the hub does not have")
  func paths() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for path in ["/sync/2", "/sync/0/zones/Z/pull", "/sync/2/devices", "/sync/99/x/y"] {
        try await hub.expect(.upgradeRequired, 426, by: phone) {
          try await $0.post(path, text: "{}")
        }
      }
      for path in [
        "/sync/1", "/sync/1/zones", "/sync/1/zones/Z/query", "/sync/1/zones/Z", "/sync/x", "/",
        "/sync/1/zones/Z/pull/more",
      ] {
        try await hub.expect(.badRequest, 404, by: phone) {
          try await $0.post(path, text: "{}")
        }
      }
      try await hub.expect(.badRequest, 404, by: phone) { try await $0.get(HubClient.push) }
      let answer = try await phone.post("/database/1/x", text: "{}")
      #expect(answer.status == 404 && answer.text.contains("NOT_FOUND"))
    }
  }

  @Test("Requests for a foreign host, or by a page of another origin")
  func foreignPages() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let path = "/sync/1/account"
      let host = try await phone.send("GET", path, headers: ["Host": "evil.example"])
      #expect(host.status == 421 && !host.text.contains("ann"))
      let page = try await phone.send("GET", path, headers: ["Origin": "https://evil.example"])
      #expect(page.status == 403 && !page.text.contains("ann"))
    }
  }

  // MARK: Positions

  @Test("Positions that the hub has not given out")
  func positions() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let head = try await phone.pull().json(PullReply.self).token
      for token in [
        SyncToken(incarnation: head.incarnation, sequence: 2),
        SyncToken(incarnation: head.incarnation + 1, sequence: 1),
        SyncToken(incarnation: 1, sequence: .max, floor: .max),
      ] {
        try await hub.expect(.hubRestored, 409, by: phone) { try await $0.pull(after: token) }
        try await hub.expect(.hubRestored, 409, by: phone) {
          try await $0.push([Sample.object(2)], after: token)
        }
        try await hub.expect(.hubRestored, 409, by: phone) {
          try await $0.get("/sync/1/zones/\(HubClient.zone)/changes?after=\(token)")
        }
      }
      try await hub.expect(.badRequest, 400, by: phone) {
        try await $0.get("/sync/1/zones/\(HubClient.zone)/changes?after=x")
      }
    }
  }

  @Test("A position before a forgotten deletion")
  func expired() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let (first, second) = (Sample.object(1), Sample.object(2))
      _ = try await phone.push([first, second])
      let head = try await phone.pull().json(PullReply.self).token
      _ = try await phone.push([Sample.deletion(of: first, at: 1_700_000_000_001)])
      let now = hub.clock.now
      _ = try await HubAdministration(hub.storage).forgetDeletions(before: now + 1000)
      try await hub.expect(.tokenExpired, 410, by: phone) { try await $0.pull(after: head) }
      try await hub.expect(.tokenExpired, 410, by: phone) {
        try await $0.push([first], after: head)
      }
      #expect(try await phone.records() == [second])
    }
  }
}
