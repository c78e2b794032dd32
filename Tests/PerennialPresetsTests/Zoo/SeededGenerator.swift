/// Random numbers that are the same for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// One of the first `count` numbers; 0 if there are none.
  mutating func index(_ count: Int) -> Int {
    count > 0 ? Int(truncatingIfNeeded: next() >> 1) % count : 0
  }

  /// Whether something happens that happens so often in a hundred cases.
  mutating func happens(_ percent: Int) -> Bool { index(100) < percent }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[index(elements.count)]
  }
}
