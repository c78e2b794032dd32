import RandomTesting

/// The plan of a history in which apps are updated. It follows from its seed.
struct GardenPlan: Sendable {
  typealias Event = HistoryEvent<Kind>

  enum Kind: CaseIterable, Sendable {
    case act, undo, write, send, receive, lose, fail, relaunch, update, show
  }

  let seed: UInt64
  /// The numbers of the apps' first versions, from 1.
  let versions: [Int]
  var events: [Event]

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let count = 2 + random.index(2)
    versions = (0..<count).map { _ in 1 + random.index(Garden.versions.count) }
    let kinds = Kind.allCases.flatMap { kind in
      let weight =
        switch kind {
        case .act: 40
        case .undo: 10
        case .write: 2
        case .send, .receive: 28
        case .lose: 5
        case .fail: 2
        case .relaunch: 1
        case .update, .show: 4
        }
      return repeatElement(kind, count: weight)
    }
    events = (0..<20 + random.index(60)).map { _ in
      Event(
        kind: random.element(of: kinds) ?? .act, device: random.index(count), seed: random.next())
    }
  }

  /// Returns the smallest plan with some of the events for which a condition holds.
  func shrunk(while holds: (GardenPlan) -> Bool) -> GardenPlan {
    var smallest = self
    smallest.events = events.shrunk { events in
      var candidate = self
      candidate.events = events
      return holds(candidate)
    }
    return smallest
  }
}
