import PerennialRecords
import Testing

@testable import PerennialReplication

@Suite("The engine between two events")
struct EngineStateTests {
  typealias Activity = EngineState.Activity

  // MARK: From the start to listening

  @Test("After a start it pulls, then pushes, then listens")
  func start() {
    var engine = EngineState(seed: 1)
    #expect(engine.handle(.start) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
    #expect(engine == .listening(seed: 1))
  }

  @Test("It pulls page after page, and pushes batch after batch")
  func pages() {
    var engine = EngineState(seed: 1)
    #expect(engine.handle(.start) == [.pull])
    #expect(engine.handle(.pulled(moreComing: true)) == [.pull])
    #expect(engine.handle(.pulled(moreComing: true)) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    #expect(engine.handle(.pushed(true)) == [.push])
    #expect(engine.handle(.pushed(true)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
  }

  @Test("Before the start nothing happens; what was noticed is not lost")
  func beforeStart() {
    var engine = EngineState(seed: 1)
    for event in [.localChange, .remoteChange, .timer, .pulled(moreComing: true), .pushed(true)]
      as [EngineEvent]
    {
      #expect(engine.handle(event) == [])
    }
    #expect(engine.handle(.start) == [.pull])
  }

  @Test("A second start does nothing", arguments: EngineState.examples)
  func secondStart(example: EngineState.Example) {
    var engine = example.state
    #expect(engine.handle(.start) == (example.activity == nil ? [.pull] : []))
  }

  @Test(
    "A stop ends all, and listening with it; a start begins anew", arguments: EngineState.examples)
  func stop(example: EngineState.Example) {
    var engine = example.state
    let isListening = engine.isListening
    #expect(engine.handle(.stop) == (isListening ? [.stopListening] : []))
    #expect(!engine.isRunning && engine.activity == .none && engine.halt == nil)
    #expect(engine.failures == 0)
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.stop) == [])
    let isReachable = engine.isReachable
    #expect(engine.handle(.start) == (isReachable ? [.pull] : []))
  }

  // MARK: Idle

  @Test("It listens once, and does not poll")
  func listening() {
    var engine = EngineState.listening(seed: 1)
    for event in [
      .timer, .pulled(moreComing: true), .pushed(true), .restarted, .start,
      .reachability(true), .failed(.network),
    ] as [EngineEvent] {
      #expect(engine.handle(event) == [], "\(event)")
      #expect(engine == .listening(seed: 1), "\(event)")
    }
  }

  @Test("A local change is pushed, and listening goes on")
  func localChange() {
    var engine = EngineState.listening(seed: 1)
    #expect(engine.handle(.localChange) == [.push])
    #expect(engine.handle(.pushed(true)) == [.push])
    #expect(engine.handle(.pushed(false)) == [])
    #expect(engine == .listening(seed: 1))
  }

  @Test("A change of the hub is pulled; listening has ended with the news, and begins again")
  func remoteChange() {
    var engine = EngineState.listening(seed: 1)
    #expect(engine.handle(.remoteChange) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
  }

  // MARK: Changes during an activity

  @Test(
    "A change that is noticed during an activity begins no second one",
    arguments: [
      EngineEvent.localChange, .remoteChange, .reachability(true), .start,
    ])
  func during(event: EngineEvent) {
    for example in EngineState.examples where example.activity != nil {
      guard example.activity != Activity.none else { continue }
      var engine = example.state
      let activity = engine.activity
      #expect(engine.handle(event) == [], "\(example)")
      #expect(engine.activity == activity, "\(example)")
    }
  }

  @Test("A local change during a push is pushed afterwards, although the push found nothing")
  func localChangeDuringPush() {
    var engine = EngineState.examples(.pushing)
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.pushed(false)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
  }

  @Test("A change of the hub during a pull is pulled afterwards, before the push")
  func remoteChangeDuringPull() {
    var engine = EngineState.examples(.pulling)
    #expect(engine.handle(.remoteChange) == [])
    #expect(engine.handle(.pulled(moreComing: false)) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  @Test("A change of the hub during a push is pulled afterwards")
  func remoteChangeDuringPush() {
    var engine = EngineState.examples(.pushing)
    #expect(engine.handle(.remoteChange) == [])
    #expect(engine.handle(.pushed(false)) == [.pull])
  }

  @Test("A local change during a pull, a pause or a new reading is pushed afterwards")
  func localChangeDuringOthers() {
    var engine = EngineState.listening(seed: 1)
    _ = engine.handle(.remoteChange)
    #expect(engine.handle(.localChange) == [])
    guard case .wait? = engine.handle(.failed(.network)).first else {
      Issue.record("It does not wait.")
      return
    }
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.timer) == [.pull])
    #expect(engine.handle(.failed(.hub(HubError(.tokenExpired, "")))) == [.restart(.sweep)])
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.restarted) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  @Test("A push that fails is made again, after a pull")
  func failedPush() {
    var engine = EngineState.examples(.pushing)
    _ = engine.handle(.failed(.network))
    #expect(engine.handle(.timer) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
  }

  // MARK: Events that are none of its business

  @Test("The end of an activity that is not under way is no news", arguments: EngineState.examples)
  func strayEvents(example: EngineState.Example) {
    let ends: [(EngineEvent, Activity)] = [
      (.pulled(moreComing: true), .pulling), (.pushed(true), .pushing), (.timer, .waiting),
      (.restarted, .restarting),
    ]
    for (event, activity) in ends where example.state.activity != activity {
      var engine = example.state
      #expect(engine.handle(event) == [], "\(event)")
      #expect(engine == example.state, "\(event)")
    }
  }

  @Test("A failure while nothing is requested is no news")
  func strayFailures() {
    for activity in [Activity.none, .waiting] {
      var engine = EngineState.examples(activity)
      let before = engine
      #expect(engine.handle(.failed(.network)) == [])
      #expect(engine == before)
    }
  }

  // MARK: Reachability

  @Test("Without a network nothing is begun; with it, all that was noticed is done")
  func reachability() {
    var engine = EngineState.listening(seed: 1)
    #expect(engine.handle(.reachability(false)) == [])
    #expect(engine.handle(.localChange) == [])
    #expect(engine.handle(.remoteChange) == [])
    #expect(engine.handle(.reachability(true)) == [.pull])
    #expect(engine.handle(.pulled(moreComing: false)) == [.push])
    #expect(engine.handle(.pushed(false)) == [.listen])
  }

  @Test("A network that appears is a reason to ask for changes")
  func appearance() {
    var engine = EngineState.listening(seed: 1)
    _ = engine.handle(.reachability(false))
    #expect(engine.handle(.reachability(true)) == [.pull])
  }

  @Test("An activity that ends without a network is followed by the next when there is one")
  func disappearance() {
    var engine = EngineState.examples(.pulling)
    #expect(engine.handle(.reachability(false)) == [])
    #expect(engine.handle(.pulled(moreComing: true)) == [])
    #expect(engine.handle(.reachability(false)) == [])
    #expect(engine.handle(.reachability(true)) == [.pull])
  }

  @Test("A pause that ends without a network begins nothing")
  func timerWithoutNetwork() {
    var engine = EngineState.examples(.waiting)
    _ = engine.handle(.reachability(false))
    #expect(engine.handle(.timer) == [])
    #expect(engine.handle(.reachability(true)) == [.pull])
  }

  @Test("A start without a network waits for one")
  func startWithoutNetwork() {
    var engine = EngineState(seed: 1)
    #expect(engine.handle(.reachability(false)) == [])
    #expect(engine.handle(.start) == [])
    #expect(engine.handle(.reachability(true)) == [.pull])
  }

  @Test("A network that appears ends the pause after a failure of the network")
  func appearanceInPause() {
    var engine = EngineState.examples(.waiting)
    _ = engine.handle(.reachability(false))
    #expect(engine.handle(.reachability(true)) == [.pull])
    #expect(engine.handle(.timer) == [])
  }
}
