import PerennialRecords
import Testing

@testable import PerennialReplication

@Suite("The engine after a failure")
struct EngineFailureTests {
  private static let busy: [EngineState.Activity] = [.pulling, .pushing, .restarting]

  // MARK: Pauses

  /// The pauses of attempts that fail in succession.
  private func pauses(seed: UInt64, count: Int, after failure: EngineFailure) -> [Int64] {
    var engine = EngineState.examples(.pulling, seed: seed)
    var pauses: [Int64] = []
    while pauses.count < count, let pause = engine.handle(.failed(failure)).pause {
      pauses.append(pause)
      #expect(engine.handle(.timer) == [.pull])
    }
    return pauses
  }

  @Test(
    "Pauses grow from one second to five minutes, and are between half of that and the whole",
    arguments: [
      EngineFailure.network, .store, .hub(HubError(.internalError, "")),
      .hub(HubError(.tryAgainLater, "")), .hub(HubError(.quotaExceeded, "")),
      .hub(HubError(.tooLarge, "")),
    ])
  func growth(failure: EngineFailure) {
    for seed in 1...50 as ClosedRange<UInt64> {
      let pauses = self.pauses(seed: seed, count: 80, after: failure)
      #expect(pauses.count == 80)
      for (index, pause) in pauses.enumerated() {
        let longest: Int64 = index < 9 ? min(1000 << Int64(index), 300_000) : 300_000
        #expect(((longest / 2)...longest).contains(pause), "seed \(seed), pause \(index): \(pause)")
      }
    }
  }

  @Test("Pauses are spread over the whole half, and differ from device to device")
  func jitter() {
    let pauses = (1...400 as ClosedRange<UInt64>).compactMap {
      self.pauses(seed: $0, count: 1, after: .network).first
    }
    #expect(pauses.allSatisfy { (500...1000).contains($0) })
    #expect(pauses.min().map { $0 < 520 } == true)
    #expect(pauses.max().map { $0 > 980 } == true)
    #expect(Set(pauses).count > 200)
  }

  @Test("A success begins the pauses anew")
  func success() {
    var engine = EngineState.examples(.pulling)
    for _ in 0..<6 {
      #expect(engine.handle(.failed(.network)).pause != nil)
      #expect(engine.handle(.timer) == [.pull])
    }
    #expect(engine.failures == 6)
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
    #expect(engine.failures == 0)
    _ = engine.handle(.remoteChange)
    #expect(engine.handle(.failed(.network)).pause.map { $0 <= 1000 } == true)
  }

  @Test("Pauses grow too if only pushes fail, and the pulls before them succeed")
  func failingPushes() {
    var engine = EngineState.examples(.pushing)
    var pauses: [Int64] = []
    for _ in 0..<12 {
      let effects = engine.handle(.failed(.hub(HubError(.internalError, ""))))
      pauses.append(effects.pause ?? 0)
      #expect(engine.handle(.timer) == [.pull])
      #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    }
    #expect(pauses.last.map { $0 >= 150_000 } == true)
  }

  @Test("A hub without space gets deletions before the rest is sent again, and pauses grow")
  func fullHub() {
    var engine = EngineState.examples(.pushing)
    var pauses: [Int64] = []
    for _ in 0..<12 {
      let effects = engine.handle(.failed(.hub(HubError(.quotaExceeded, ""))))
      pauses.append(effects.pause ?? 0)
      #expect(engine.handle(.timer) == [.pull])
      #expect(engine.handle(.pulled(moreComing: false)) == [.pushDeletions])
      #expect(engine.handle(.pushed(false)) == [.push])
    }
    #expect(pauses.last.map { $0 >= 150_000 } == true)
    _ = engine.handle(.failed(.hub(HubError(.quotaExceeded, ""))))
    #expect(engine.handle(.timer) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.pushDeletions])
    #expect(engine.handle(.pushed(true)) == [.pushDeletions])
    #expect(engine.failures == 0)
    #expect(engine.handle(.pushed(false)) == [.push])
    #expect(engine.handle(.pushed(true)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
  }

  @Test(
    "The hub's wish for a longer pause is honoured, up to a day; its wish for a shorter one is not")
  func retryAfter() {
    for code in [
      HubError.Code.tryAgainLater, .accountMoved, .quotaExceeded, .internalError, .tooLarge,
    ] {
      for (seconds, expected) in [
        (30, 30_000...30_000), (1.0001, 1001...1001), (0.1, 500...1000), (0, 500...1000),
        (-5, 500...1000), (86_400, 86_400_000...86_400_000), (1e6, 86_400_000...86_400_000),
      ] as [(Double, ClosedRange<Int64>)] {
        var engine = EngineState.examples(.pushing)
        let error = HubError(code, "", retryAfter: seconds)
        let pause = engine.handle(.failed(.hub(error))).pause
        #expect(pause.map(expected.contains) == true, "\(code), \(seconds) s")
      }
    }
  }

  @Test(
    "A wish that is no time is no trap",
    arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, 5e15, 9.3e15])
  func strangeTimes(seconds: Double) {
    var engine = EngineState.examples(.pulling)
    let pause = engine.handle(.failed(.hub(HubError(.tryAgainLater, "", retryAfter: seconds))))
      .pause
    #expect(pause.map { (500...86_400_000).contains($0) } == true)
  }

  /// A device at the edge of a network would otherwise ask a busy hub again and again.
  @Test("The network's return does not shorten the pause that the hub has asked for")
  func retryAfterAndReachability() {
    var engine = EngineState.examples(.pulling)
    let error = HubError(.tryAgainLater, "", retryAfter: 600)
    #expect(engine.handle(.failed(.hub(error))) == [.wait(milliseconds: 600_000)])
    #expect(engine.handle(.reachability(false)) == [])
    #expect(engine.handle(.reachability(true)) == [])
  }

  // MARK: New readings

  @Test("A hub that asks for a new reading gets one, and a pull after it", arguments: busy)
  func restart(activity: EngineState.Activity) {
    let answers: [(HubError, EngineEffect)] = [
      (HubError(.tokenExpired, ""), .restart(.sweep)),
      (HubError(.hubRestored, ""), .restart(.offer)),
    ]
    for (error, effect) in answers {
      var engine = EngineState.examples(activity)
      #expect(engine.handle(.failed(.hub(error))) == [effect])
      #expect(engine.activity == .restarting)
      #expect(engine.handle(.restarted) == [.pull])
      #expect(engine.handle(.pulled(moreComing: false)) == [.push])
      #expect(engine.handle(.pushed(false)) == [.listen])
    }
  }

  @Test("A hub whose clock is behind gets stamps by its clock, and then the same push again")
  func clockAhead() {
    var engine = EngineState.examples(.pushing)
    let error = HubError(.clockAhead, "", hubTime: 123)
    #expect(engine.handle(.failed(.hub(error))) == [.stampAgain(hubTime: 123)])
    #expect(engine.handle(.restarted) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  @Test("A hub that does not tell its clock is asked again after a pause")
  func clockAheadWithoutTime() {
    var engine = EngineState.examples(.pushing)
    #expect(engine.handle(.failed(.hub(HubError(.clockAhead, "", retryAfter: 7)))).pause == 7000)
  }

  @Test("A new reading that cannot begin is tried again after a pause")
  func failedRestart() {
    var engine = EngineState.examples(.restarting)
    #expect(engine.handle(.failed(.store)).pause != nil)
    #expect(engine.handle(.timer) == [.pull])
  }

  @Test("A hub that asks for a new reading again and again gets a pause after the third")
  func repeatedRestarts() {
    for code in [HubError.Code.tokenExpired, .hubRestored] {
      var engine = EngineState.examples(.pulling)
      for _ in 0..<3 {
        #expect(engine.handle(.failed(.hub(HubError(code, "")))).pause == nil)
        #expect(engine.handle(.restarted) == [.pull])
      }
      #expect(engine.handle(.failed(.hub(HubError(code, "")))).pause != nil)
    }
  }

  @Test("A hub that refuses the stamps of each push gets a pause, too")
  func repeatedClockAhead() {
    var engine = EngineState.examples(.pushing)
    var hasWaited = false
    for _ in 0..<20 where !hasWaited {
      let effects = engine.handle(.failed(.hub(HubError(.clockAhead, "", hubTime: 1))))
      hasWaited = effects.pause != nil
      if hasWaited { break }
      #expect(engine.handle(.restarted) == [.pull])
      #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    }
    // The pull between two pushes sets the number of new readings to 0, so the engine never pauses.
    #expect(hasWaited)
  }

  // MARK: Halts

  @Test(
    "It halts if no attempt can succeed, and tells the reason",
    arguments: [HubError.Code.unauthorized, .upgradeRequired, .badRequest])
  func halts(code: HubError.Code) {
    for activity in Self.busy {
      var engine = EngineState.examples(activity)
      let error = HubError(code, "the reason", retryAfter: 1)
      #expect(engine.handle(.failed(.hub(error))) == [])
      #expect(engine.halt == error)
      #expect(engine.activity == EngineState.Activity.none)
      for event in [.localChange, .remoteChange, .timer, .reachability(false), .reachability(true)]
        as [EngineEvent]
      {
        #expect(engine.handle(event) == [], "\(event)")
      }
      #expect(engine.halt == error)
    }
  }

  @Test("A device that may only read sends nothing more, and goes on receiving")
  func readOnly() {
    var engine = EngineState.examples(.pushing)
    let error = HubError(.forbidden, "the reason")
    #expect(engine.handle(.failed(.hub(error))) == [.listen])
    #expect(engine.refusal == error && engine.halt == nil)
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.remoteChange) == [.pull])
    #expect(engine.handle(.pulled(moreComing: true)) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.listen])
    _ = engine.handle(.stop)
    #expect(engine.refusal == nil)
    #expect(engine.handle(.start) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  @Test("A pull that is forbidden is tried once more, without assets, and then halts the engine")
  func unreadable() {
    var engine = EngineState.examples(.pulling)
    let error = HubError(.forbidden, "the reason")
    #expect(engine.handle(.failed(.hub(error))) == [.pull])
    #expect(engine.handle(.failed(.hub(error))) == [])
    #expect(engine.halt == error)
    #expect(engine.handle(.remoteChange) == [])
  }

  @Test("After a halt it goes on when it is stopped and started, and has forgotten nothing")
  func afterHalt() {
    var engine = EngineState.examples(.pushing)
    _ = engine.handle(.failed(.hub(HubError(.unauthorized, ""))))
    #expect(engine.handle(.stop) == [])
    #expect(engine.halt == nil)
    #expect(engine.handle(.start) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  @Test("Other errors do not halt it")
  func otherErrors() {
    for code in [
      HubError.Code.tokenExpired, .hubRestored, .clockAhead, .tooLarge, .quotaExceeded,
      .tryAgainLater, .accountMoved, .internalError,
    ] {
      var engine = EngineState.examples(.pushing)
      #expect(engine.handle(.failed(.hub(HubError(code, "", hubTime: 1)))).count == 1)
      #expect(engine.halt == nil)
    }
  }
}
