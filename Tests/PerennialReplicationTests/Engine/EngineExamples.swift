import PerennialRecords
import Testing

@testable import PerennialReplication

extension EngineState {
  /// An engine in one of its states.
  struct Example: CustomTestStringConvertible, Sendable {
    /// The activity; nil before the start.
    let activity: Activity?
    let state: EngineState

    var testDescription: String { activity.map { "\($0)" } ?? "not started" }
  }

  /// An engine in each of its states.
  static let examples: [Example] = [
    Example(activity: nil, state: EngineState(seed: 1)),
    Example(activity: Activity.none, state: examples(.none)),
    Example(activity: .pulling, state: examples(.pulling)),
    Example(activity: .pushing, state: examples(.pushing)),
    Example(activity: .waiting, state: examples(.waiting)),
    Example(activity: .restarting, state: examples(.restarting)),
  ]

  /// Returns an engine with an activity that follows its first start.
  static func examples(_ activity: Activity, seed: UInt64 = 1) -> EngineState {
    var engine = EngineState(seed: seed)
    _ = engine.handle(.start)
    switch activity {
    case .none:
      _ = engine.handle(.pulled(moreComing: false))
      _ = engine.handle(.pushed(false))
    case .pulling: break
    case .pushing: _ = engine.handle(.pulled(moreComing: false))
    case .waiting: _ = engine.handle(.failed(.network))
    case .restarting: _ = engine.handle(.failed(.hub(HubError(.tokenExpired, ""))))
    }
    return engine
  }

  /// Returns an engine that has exchanged all.
  static func listening(seed: UInt64) -> EngineState {
    var engine = EngineState(seed: seed)
    (engine.isRunning, engine.isListening) = (true, true)
    return engine
  }
}

extension [EngineEffect] {
  /// The milliseconds of the only effect, if it is to wait.
  var pause: Int64? {
    guard count == 1, case .wait(let milliseconds)? = first else { return nil }
    return milliseconds
  }
}
