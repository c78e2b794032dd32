import PerennialReplication

/// The plan of a history: devices, the errors of their clocks, and events. It follows from its seed.
public struct History: Sendable {
  /// The seed.
  public let seed: UInt64
  /// The milliseconds by which each device's clock is ahead.
  let skews: [Int64]
  /// The milliseconds between two ticks of the devices' clocks.
  let tick: Int64
  /// The events, which a failing history can lose some of.
  var events: [Event]

  /// Creates the plan of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - hasUpserts: `true` if users insert labels with names that others have; nil for a fifth of the seeds. The other
  ///     events are the same with and without them.
  ///   - hasMerges: `true` if a client merges records of the hub into others; nil for a fifteenth of the seeds. The other
  ///     events are the same with and without them.
  public init(seed: UInt64, hasUpserts: Bool? = nil, hasMerges: Bool? = nil) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 2...8, using: &random)
    // A quarter of the histories have clocks that are wrong by up to a day.
    let worst: Int64 = seed % 4 == 0 ? 86_400_000 : 120_000
    // An eighth has clocks that are all right and tick every half minute, so that devices give equal times.
    let areEqual = seed % 8 == 1
    skews = (0..<count).map { _ in
      areEqual ? 0 : Int64.random(in: -worst...worst, using: &random)
    }
    tick = areEqual ? 30_000 : 1
    events = (0..<Int.random(in: 60...160, using: &random)).map { _ in
      Event(
        kind: Event.kinds[Int.random(in: 0..<Event.kinds.count, using: &random)],
        device: Int.random(in: 0..<count, using: &random), seed: random.next())
    }
    // A third of the histories has a client that asks the hub itself. The other events are those of the seed without it.
    if seed % 3 == 2 {
      for _ in 0..<Int.random(in: 2...12, using: &random) {
        insert(.client, on: 0, &random)
      }
    }
    if hasUpserts ?? (seed % 5 == 4) {
      for _ in 0..<Int.random(in: 4...20, using: &random) {
        let device = Int.random(in: 0..<count, using: &random)
        insert(Bool.random(using: &random) ? .upsert : .deleteLabel, on: device, &random)
      }
    }
    if hasMerges ?? (seed % 15 == 11) {
      for _ in 0..<Int.random(in: 1...6, using: &random) { insert(.merge, on: 0, &random) }
    }
  }

  /// Adds an event at any place.
  private mutating func insert(_ kind: Event.Kind, on device: Int, _ random: inout SplitMix64) {
    let event = Event(kind: kind, device: device, seed: random.next())
    events.insert(event, at: Int.random(in: 0...events.count, using: &random))
  }

  /// Returns the smallest history with some of the events for which a condition holds.
  ///
  /// ```swift
  /// let history = History(seed: 17)
  /// if Simulation.run(history).violation != nil {
  ///   let smallest = history.shrunk { Simulation.run($0).violation != nil }
  ///   print(Simulation.run(smallest, tells: true).story)
  /// }
  /// ```
  public func shrunk(while holds: (History) -> Bool) -> History {
    var smallest = self
    var size = events.count / 2
    while size > 0 {
      var start = 0
      while start < smallest.events.count {
        var candidate = smallest
        candidate.events.removeSubrange(start..<min(start + size, smallest.events.count))
        if holds(candidate) { smallest = candidate } else { start += size }
      }
      size /= 2
    }
    return smallest
  }

  /// The number of events.
  public var eventCount: Int { events.count }
}

/// An event of a history. Its details follow from its own seed. So it means the same if others are left out.
struct Event: Sendable {
  enum Kind: CaseIterable, Sendable {
    case launch, act, resolve, exchange, arrive, receive, timer, wake
    case partition, kill, failingCommit, cutPower, reinstall
    case forgetDeletions, backUpHub, restoreHub
    case client, upsert, deleteLabel, merge
  }

  let kind: Kind
  let device: Int
  let seed: UInt64

  /// Each kind as often as it is likely.
  static let kinds: [Kind] = Kind.allCases.flatMap { kind in
    let weight =
      switch kind {
      case .launch: 6
      case .act: 50
      case .arrive, .receive: 30
      case .timer: 8
      case .exchange: 14
      case .resolve: 6
      case .wake: 12
      case .partition, .kill, .failingCommit: 3
      case .cutPower, .forgetDeletions: 2
      case .reinstall, .backUpHub, .restoreHub: 1
      // A history has them by itself.
      case .client, .upsert, .deleteLabel, .merge: 0
      }
    return repeatElement(kind, count: weight)
  }
}
