import PerennialRecords
import RandomTesting
import Testing

@testable import PerennialReplication

@Suite("The engine in random histories")
struct EnginePropertyTests {
  /// A driver that does one thing at a time, and complains if it is asked for a second one.
  private struct Driver {
    var engine: EngineState
    /// The effect that has not ended.
    private(set) var current: EngineEffect?
    private(set) var isListening = false
    private(set) var pulls = 0
    private(set) var pushes = 0
    private(set) var complaint: String?

    init(seed: UInt64) { engine = EngineState(seed: seed) }

    mutating func handle(_ event: EngineEvent) {
      if event == .remoteChange { isListening = false }
      if event == .stop { current = nil }
      for effect in engine.handle(event) {
        switch effect {
        case .listen:
          if isListening { complain("It listens twice, after \(event).") }
          isListening = true
        case .stopListening: isListening = false
        default:
          // A network that appears ends a pause: its timer is cancelled.
          if let current, [current].pause == nil || event != .reachability(true) {
            complain("\(current) has not ended, and \(effect) begins after \(event).")
          }
          current = effect
          if effect == .pull { pulls += 1 }
          if effect == .push || effect == .pushDeletions { pushes += 1 }
        }
      }
      if engine.isListening != isListening { complain("It is wrong about listening.") }
      if (engine.activity == .none) != (current == nil) {
        complain("\(engine.activity) is not \(String(describing: current)), after \(event).")
      }
    }

    private mutating func complain(_ text: String) { complaint = complaint ?? text }

    /// Ends the current effect.
    mutating func end(with failure: EngineFailure?, isFollowed: Bool) {
      guard let effect = current else { return }
      current = nil
      if let failure, [effect].pause == nil { return handle(.failed(failure)) }
      switch effect {
      case .pull: handle(.pulled(moreComing: isFollowed))
      case .push, .pushDeletions: handle(.pushed(isFollowed))
      case .restart, .stampAgain: handle(.restarted)
      case .wait: handle(.timer)
      case .listen, .stopListening: break
      }
    }
  }

  private static let codes: [HubError.Code] = [
    .tokenExpired, .hubRestored, .clockAhead, .tooLarge, .badRequest, .unauthorized, .forbidden,
    .quotaExceeded, .tryAgainLater, .accountMoved, .upgradeRequired, .internalError,
  ]

  private func failure(_ generator: inout SeededGenerator) -> EngineFailure {
    switch generator.index(4) {
    case 0: .store
    case 1: .network
    default:
      .hub(
        HubError(
          generator.element(of: Self.codes) ?? .internalError, "",
          hubTime: generator.happens(80) ? 1 : nil, retryAfter: generator.happens(50) ? 2 : nil))
    }
  }

  private func happen(to driver: inout Driver, _ generator: inout SeededGenerator) {
    switch generator.index(20) {
    case 0: driver.handle(.start)
    case 1: driver.handle(generator.happens(30) ? .stop : .start)
    case 2, 3: driver.handle(.localChange)
    case 4, 5: if driver.isListening { driver.handle(.remoteChange) }
    case 6: driver.handle(.reachability(generator.happens(60)))
    case 7...11: driver.end(with: failure(&generator), isFollowed: false)
    default: driver.end(with: nil, isFollowed: generator.happens(30))
    }
  }

  @Test(
    "At most one activity is under way; when the faults end, it soon listens",
    arguments: TestSeeds.some(100))
  func histories(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var driver = Driver(seed: seed)
    for _ in 0..<20 {
      for _ in 0..<generator.index(60) { happen(to: &driver, &generator) }
      settle(&driver)
      #expect(driver.complaint == nil, "seed \(seed)")
      let engine = driver.engine
      #expect(driver.isListening, "seed \(seed): \(engine)")
      #expect(engine.activity == .none && !engine.hasLocalChanges && !engine.hasRemoteChanges)
      #expect(engine.failures == 0 && engine.restarts == 0 && engine.halt == nil)
      // An idle engine stays idle.
      var idle = engine
      #expect(idle.handle(.timer) == [] && idle == engine, "seed \(seed)")
    }
  }

  /// Ends all faults, also the refusal of changes, and lets the driver finish.
  private func settle(_ driver: inout Driver) {
    driver.handle(.reachability(true))
    if driver.engine.halt != nil || driver.engine.refusal != nil { driver.handle(.stop) }
    driver.handle(.start)
    var steps = 0
    while driver.current != nil, steps < 8 {
      driver.end(with: nil, isFollowed: false)
      steps += 1
    }
  }

  @Test(
    "A change is always followed by an activity that begins after it",
    arguments: TestSeeds.some(100))
  func wakeUps(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var driver = Driver(seed: seed)
    for _ in 0..<50 {
      for _ in 0..<generator.index(12) { happen(to: &driver, &generator) }
      let before = driver
      driver.handle(.localChange)
      driver.handle(.remoteChange)
      settle(&driver)
      #expect(driver.pulls > before.pulls, "seed \(seed): \(before.engine)")
      #expect(driver.pushes > before.pushes, "seed \(seed): \(before.engine)")
      #expect(driver.isListening && driver.complaint == nil, "seed \(seed)")
    }
  }
}
