import Foundation
import PerennialHub
import PerennialRecords
import Testing

/// A hub has no pages for other origins: it allows none of them to read its answers.
@Suite("Pages of other origins", .timeLimit(.minutes(1)))
struct OriginTests {
  @Test("Other origins are refused, also before a request, and no answer allows them to read it")
  func closed() async throws {
    try await withHub(configuring: { $0.longPoll = .milliseconds(20) }) { hub in
      let world = try await AccessWorld(hub)
      let phone = try await hub.signIn()
      for row in AccessRow.all where row.route != "DELETE /sync/1/account" {
        var request = try await row.request(world)
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "file://"] {
          request.headers["Origin"] = origin
          let answer = try await row.send(phone, row.method, request)
          #expect(answer.status == 403, "\(row.route) \(origin): \(answer.text)")
          expectClosed(answer, row.route)
          let preflight = try await phone.send(
            "OPTIONS", request.path,
            headers: [
              "Origin": origin, "Access-Control-Request-Method": row.method,
              "Access-Control-Request-Headers": "authorization",
            ])
          #expect((400..<500).contains(preflight.status), "\(row.route)")
          expectClosed(preflight, row.route)
        }
      }
      expectClosed(try await phone.pull(), "without an origin")
    }
  }

  private func expectClosed(_ answer: HubClient.Answer, _ route: String) {
    let fields = answer.headers.keys.filter { $0.hasPrefix("access-control-") }
    #expect(fields.isEmpty, "\(route)")
  }
}
