/// Random numbers that are the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the sequence of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns `true` with the given probability.
  public mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns `true` in so many of a hundred cases.
  public mutating func happens(_ percent: Int) -> Bool { index(100) < percent }

  /// Returns one of the first `count` numbers; 0 if there are none.
  public mutating func index(_ count: Int) -> Int {
    count > 0 ? Int(truncatingIfNeeded: next() >> 1) % count : 0
  }

  /// Returns one of the elements; `nil` if there are none.
  public mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[index(elements.count)]
  }
}
