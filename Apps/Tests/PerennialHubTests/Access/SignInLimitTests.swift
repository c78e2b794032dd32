import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Wrong codes and tokens", .timeLimit(.minutes(2)))
struct SignInLimitTests {
  @Test("Wrong codes are limited, and so is the right one until the minute is over")
  func codes() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      struct Code: Decodable { let code: String }
      let code = try await phone.send("POST", "/sync/1/pairings").json(Code.self).code
      var statuses: [Int] = []
      for _ in 0..<12 {
        let wrong = ["code": PairingCode.random().text, "name": "x"]
        statuses.append(try await hub.stranger.post("/sync/1/devices", wrong).status)
      }
      #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
      let right = ["code": code, "name": "x"]
      let refused = try await hub.stranger.post("/sync/1/devices", right)
      #expect(refused.status == 429)
      #expect(try refused.error.code == .tryAgainLater)
      #expect(Int(refused.headers["retry-after"] ?? "") ?? 0 > 0)
      #expect(try await phone.pull().status == 200)
      hub.clock.advance(by: 61_000)
      #expect(try await hub.stranger.post("/sync/1/devices", right).status == 201)
    }
  }

  @Test("Wrong tokens are limited, and right ones are not")
  func tokenAttempts() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      var statuses: Set<Int> = []
      for _ in 0..<64 {
        let forged = HubClient(port: hub.port, token: DeviceToken.random().text)
        statuses.insert(try await forged.pull().status)
      }
      #expect(statuses == [401, 429])
      #expect(try await phone.pull().status == 200)
    }
  }

  @Test("A code has expired after ten minutes")
  func lateCode() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      struct Code: Decodable { let code: String }
      let code = try await phone.send("POST", "/sync/1/pairings").json(Code.self).code
      hub.clock.advance(by: 10 * 60 * 1000)
      try await hub.expect(.unauthorized, 401, by: hub.stranger) {
        try await $0.post("/sync/1/devices", ["code": code, "name": "x"])
      }
    }
  }

  @Test(
    "Names of devices have 1 to 100 characters",
    arguments: ["", "  ", "a\u{0}b", "a\nb", String(repeating: "x", count: 101)])
  func deviceNames(name: String) async throws {
    try await withHub { hub in
      try await hub.expect(.badRequest, 400, by: hub.stranger) {
        try await $0.post("/sync/1/devices", ["code": "2222-2222", "name": name])
      }
    }
  }
}
