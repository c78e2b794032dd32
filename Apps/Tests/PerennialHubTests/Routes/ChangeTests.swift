import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Waiting for changes", .timeLimit(.minutes(1)))
struct ChangeTests {
  private struct Changes: Codable {
    let hubTime: Int64
    let token: SyncToken
  }

  private struct Devices: Codable {
    struct Item: Codable { let device: String }

    let devices: [Item]
  }

  private func path(after token: SyncToken?) -> String {
    "/sync/1/zones/\(HubClient.zone)/changes" + (token.map { "?after=\($0)" } ?? "")
  }

  @Test("A request is answered at once if there are changes after its position")
  func atOnce() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let head = try await phone.pull().json(PullReply.self).token
      #expect(try await phone.get(path(after: nil)).json(Changes.self).token == head)
      let start = SyncToken(incarnation: head.incarnation, sequence: 0)
      #expect(try await phone.get(path(after: start)).json(Changes.self).token == head)
    }
  }

  @Test("A request that waits is answered when another device has pushed")
  func wakeUp() async throws {
    try await withHub { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      let head = try await phone.pull().json(PullReply.self).token
      let path = path(after: head)
      async let changes = tablet.get(path)
      try await Task.sleep(for: .milliseconds(300))
      _ = try await phone.push([Sample.object(1)])
      let token = try await changes.json(Changes.self).token
      #expect(token.sequence == 1)
    }
  }

  @Test(
    "A request that waits ends at once when its token is revoked, and those of other devices go on")
  func revocation() async throws {
    try await withHub { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      let head = try await phone.pull().json(PullReply.self).token
      let path = path(after: head)
      async let revoked = tablet.get(path)
      async let other = phone.get(path)
      try await Task.sleep(for: .milliseconds(300))
      let start = ContinuousClock.now
      #expect(try await tablet.send("DELETE", "/sync/1/devices/current").status == 204)
      let refusal = try await revoked
      #expect(refusal.status == 401 && refusal.headers["connection"] == "close")
      #expect(ContinuousClock.now - start < .seconds(10))
      _ = try await phone.push([Sample.object(1)])
      #expect(try await other.status == 200)
    }
  }

  @Test("A request that waits ends soon after another process has revoked its token")
  func revocationByTheOperator() async throws {
    try await withHub(configuring: { $0.heartbeat = .milliseconds(200) }) { hub in
      let phone = try await hub.signIn()
      let head = try await phone.pull().json(PullReply.self).token
      let path = path(after: head)
      async let revoked = phone.get(path)
      try await Task.sleep(for: .milliseconds(300))
      let device = try #require(
        try await phone.get("/sync/1/devices").json(Devices.self).devices.first)
      _ = try await HubAdministration(hub.storage).revoke(device.device, at: hub.clock.now)
      #expect(try await revoked.status == 401)
    }
  }

  @Test("A request without a change ends with 204")
  func timeOut() async throws {
    try await withHub(configuring: { $0.longPoll = .milliseconds(300) }) { hub in
      let phone = try await hub.signIn()
      let answer = try await phone.get(path(after: nil))
      #expect(answer.status == 204 && answer.body.isEmpty)
      #expect(answer.headers["connection"] == "close")
    }
  }
}
