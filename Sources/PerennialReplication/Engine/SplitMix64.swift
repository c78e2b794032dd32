/// Random numbers that follow from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  /// Creates the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

extension SplitMix64 {
  /// Returns the milliseconds before the next attempt: one second, and twice as long after each further failure,
  /// up to five minutes. Of that time a random half is left out, so that devices do not return together.
  ///
  /// - Parameter failures: The number of failures in succession, at least 1.
  package mutating func pause(afterFailures failures: Int) -> Int64 {
    let doublings = Int64(min(max(failures, 1) - 1, 20))
    let longest: Int64 = min(300_000, 1000 << doublings)
    let half = UInt64(longest / 2)
    return longest / 2 + Int64(next() % (half + 1))
  }
}
