public import PerennialRecords

/// The state of the engine between two events. It does nothing itself: ``handle(_:)`` returns the effects for
/// its driver.
///
/// At most one activity is under way. A change that is noticed meanwhile is remembered. After the last
/// activity, the engine listens until something happens: it does not poll.
public struct EngineState: Equatable, Sendable {
  /// The activity that is under way.
  public enum Activity: Equatable, Sendable {
    /// None: all is exchanged, or the engine cannot go on.
    case none
    /// A request for changes, and then their merge.
    case pulling
    /// The making of a batch, its request, and then the acknowledgement.
    case pushing
    /// The time after a failure.
    case waiting
    /// The beginning of a new reading of the zone.
    case restarting
  }

  /// The activity that is under way.
  public internal(set) var activity = Activity.none
  /// `true` between ``EngineEvent/start`` and ``EngineEvent/stop``.
  public internal(set) var isRunning = false
  /// `true` if a request can reach the hub.
  public internal(set) var isReachable = true
  /// `true` if the hub may have changes that were not received.
  public internal(set) var hasRemoteChanges = false
  /// `true` if the store may have changes that were not sent.
  public internal(set) var hasLocalChanges = false
  /// `true` if the driver has been asked to listen.
  public internal(set) var isListening = false
  /// The number of failures in succession.
  public internal(set) var failures = 0
  /// `true` from a push that has failed until one succeeds.
  var hasFailedToPush = false
  /// `true` after the hub had no space for a request, until it has all deletions.
  var isHubFull = false
  /// `true` during a pause that the hub has asked for.
  public internal(set) var isThrottled = false
  /// The number of new readings in succession, without a pause and without success.
  var restarts = 0
  /// The reason why the engine has stopped by itself; nil if it has not.
  public internal(set) var halt: HubError?
  /// The hub's refusal of this device's changes; nil if it takes them. Until ``EngineEvent/stop``, the engine only
  /// receives.
  public internal(set) var refusal: HubError?
  /// The state of the random numbers for times between attempts.
  var random: SplitMix64

  /// Creates the state of an engine that has not started.
  ///
  /// - Parameter seed: The first of the random numbers that distribute attempts of several devices over time.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }
}

/// Something that the engine has to know.
public enum EngineEvent: Equatable, Sendable {
  /// The app is signed in, and the engine is the only one of its store.
  case start
  /// The app signs out or ends.
  case stop
  /// A transaction was written to the store.
  case localChange
  /// The hub has changes.
  case remoteChange
  /// The network has appeared or disappeared.
  case reachability(Bool)
  /// The time after a failure is over.
  case timer
  /// The page is in the store.
  case pulled(moreComing: Bool)
  /// The batch is acknowledged; `false` if there was none.
  case pushed(Bool)
  /// A new reading has begun.
  case restarted
  /// A request or a transaction has failed.
  case failed(EngineFailure)
}

/// A failure of an activity.
public enum EngineFailure: Error, Equatable, Sendable {
  /// The hub did not carry out a request.
  case hub(HubError)
  /// No answer came.
  case network
  /// The store could not be read or written.
  case store
}

/// Something that the engine's driver has to do. Each ends with an event, except ``listen`` and
/// ``stopListening``.
public enum EngineEffect: Equatable, Sendable {
  /// Requests a page of changes and merges it: ``EngineEvent/pulled(moreComing:)``.
  case pull
  /// Makes a batch, sends it and takes the answer: ``EngineEvent/pushed(_:)``.
  case push
  /// As ``push``, with deletions alone: the hub has no space for anything else.
  case pushDeletions
  /// Begins a new reading: ``EngineEvent/restarted``.
  case restart(ReplicaPosition.Purpose)
  /// Stamps all changes again by the hub's clock: ``EngineEvent/restarted``.
  case stampAgain(hubTime: Int64)
  /// Waits: ``EngineEvent/timer``.
  case wait(milliseconds: Int64)
  /// Asks the hub to be told of changes: ``EngineEvent/remoteChange``.
  case listen
  /// Ends listening.
  case stopListening
}
