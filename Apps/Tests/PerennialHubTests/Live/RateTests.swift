import Foundation
import PerennialRecords
import Testing

@testable import PerennialHub

@Suite("Rates of requests", .timeLimit(.minutes(1)))
struct RateTests {
  @Test("A sender may send a burst, and then as many as its rate allows")
  func rate() {
    let rates = RequestRates<String>(RequestRate(perSecond: 10, burst: 5))
    let start: Int64 = 1_700_000_000_000
    #expect((0..<5).allSatisfy { _ in rates.delay(for: "a", at: start) == nil })
    #expect(rates.delay(for: "a", at: start) == 0.1)
    // A refusal costs nothing, and others are not affected.
    #expect(rates.delay(for: "a", at: start) == 0.1)
    #expect(rates.delay(for: "b", at: start) == nil)
    #expect(rates.delay(for: "a", at: start + 99) == 0.001)
    #expect(rates.delay(for: "a", at: start + 100) == nil)
    #expect(rates.delay(for: "a", at: start + 100) != nil)
    let accepted = (0..<10_000).filter { rates.delay(for: "c", at: start + Int64($0)) == nil }
    #expect(accepted.count == 5 + 99)
    #expect((0..<5).allSatisfy { _ in rates.delay(for: "a", at: start + 60_000) == nil })
  }

  @Test("A clock that is set back, or has no sense, refuses nobody for long")
  func clock() {
    let rates = RequestRates<Int>(RequestRate(perSecond: 1, burst: 1))
    #expect(rates.delay(for: 1, at: 1_700_000_000_000) == nil)
    #expect(rates.delay(for: 1, at: 1_600_000_000_000) == nil)
    #expect(rates.delay(for: 1, at: 1_600_000_000_000) == 1)
    #expect(rates.delay(for: 1, at: .max) == nil)
    #expect(rates.delay(for: 1, at: .min) == nil)
  }

  @Test("A device that sends too many requests is told when to send again, and others are answered")
  func devices() async throws {
    try await withHub(configuring: { $0.deviceRate = RequestRate(perSecond: 1, burst: 3) }) { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await phone.pull().status) }
      let refused = try await phone.pull()
      #expect(statuses == [200, 200, 200] && refused.status == 429)
      #expect(try refused.error.code == .tryAgainLater)
      #expect(refused.headers["retry-after"] == "1")
      #expect(try await tablet.pull().status == 200)
      hub.clock.advance(by: 2000)
      #expect(try await phone.pull().status == 200)
      let metrics = try await hub.stranger.get("/metrics").text
      #expect(metrics.contains("perennial_hub_limited_total{limit=\"device\"} 1\n"))
    }
  }

  @Test("An address that sends too many requests is refused before its tokens are looked up")
  func addresses() async throws {
    try await withHub(configuring: { $0.addressRate = RequestRate(perSecond: 1, burst: 4) }) {
      hub in
      var statuses: [Int] = []
      for path in ["/sync", "/health", "/sync/1/account", "/sync/9", "/sync", "/sync/1/account"] {
        statuses.append(try await hub.stranger.get(path).status)
      }
      #expect(statuses == [200, 200, 401, 426, 429, 429])
      hub.clock.advance(by: 60_000)
      let metrics = try await hub.stranger.get("/metrics").text
      #expect(metrics.contains("perennial_hub_limited_total{limit=\"address\"} 2\n"))
    }
  }
}
