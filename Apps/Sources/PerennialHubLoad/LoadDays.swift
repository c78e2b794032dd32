/// The use of an app by one person, in short: sessions with edits, and the time between them, in which the device sends
/// nothing.
///
/// The days follow from a seed. Times are seconds since the start.
struct LoadDays {
  /// The next thing that a device does.
  enum Action: Equatable {
    /// The app is opened: it sends the edits that were made without a connection, and reads.
    case open(edits: Int)
    /// A few objects are changed.
    case edit(objects: Int)
    /// The device reads the changes of others.
    case check
    /// The app is closed.
    case close
  }

  private var random: LoadRandom
  private var rest = 0

  init(seed: UInt64) { random = LoadRandom(seed: seed) }

  /// The time of the first action: devices come one after the other within the first seconds.
  mutating func start() -> Double { random.fraction() * 2 }

  /// Returns the next action, and the seconds until the one after it.
  mutating func next() -> (action: Action, pause: Double) {
    if rest == 0 {
      rest = 3 + random.below(8)
      // One of four was offline for long, and has a queue.
      let edits = random.below(4) == 0 ? 20 + random.below(200) : random.below(3)
      return (.open(edits: edits), 0.1 + random.fraction())
    }
    rest -= 1
    if rest == 0 { return (.close, 1 + random.fraction() * 8) }
    let action: Action = random.below(3) == 0 ? .check : .edit(objects: 1 + random.below(4))
    return (action, 0.2 + random.fraction() * 1.5)
  }
}

/// A generator of numbers that follow from a seed (SplitMix64).
struct LoadRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// A number from 0 to 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
