import RandomTesting

/// Something that happens in a history: to a device, or to the old app.
///
/// What it hits in detail is drawn from its own seed and not from that of the history. So an event means the same when
/// others are left out, and a history that fails can be made smaller.
struct Event: Sendable {
  enum Kind: CaseIterable, Sendable {
    case launch, write, link, unlink, delete, restore
    case resetField, resetRecord, resetEntity, resetAll, keepDiscarded
    case makeNote, synchronise, answer, crash, reinstall
    case legacyInsert, legacyWrite, legacyDelete
  }

  let kind: Kind
  let device: Int
  let seed: UInt64
}

/// A history before it has happened: how many devices there are, how wrong their clocks go, and what happens.
struct History: Sendable {
  let seed: UInt64
  /// The milliseconds by which the clock of each device is ahead.
  let skews: [Int64]
  var events: [Event]

  init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let deviceCount = 2 + generator.index(4)
    skews = (0..<deviceCount).map { _ in Int64(generator.index(240_001)) - 120_000 }
    let count = 60 + generator.index(60)
    events = (0..<count).map { _ in
      Event(
        kind: Self.kinds[generator.index(Self.kinds.count)],
        device: generator.index(deviceCount),
        seed: generator.next())
    }
  }

  /// Each kind as often as it is likely.
  private static let kinds: [Event.Kind] = Event.Kind.allCases.flatMap { kind in
    let weight =
      switch kind {
      case .launch: 6
      case .write: 24
      case .link, .unlink, .delete, .restore: 5
      case .resetField, .resetRecord, .makeNote: 3
      case .resetEntity, .keepDiscarded: 2
      case .resetAll, .reinstall: 1
      case .synchronise: 26
      case .answer: 12
      case .crash, .legacyInsert: 3
      case .legacyWrite: 5
      case .legacyDelete: 1
      }
    return repeatElement(kind, count: weight)
  }
}
