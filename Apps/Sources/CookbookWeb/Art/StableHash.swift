/// A small hash that, unlike `Hasher`, is the same in every process, so that a recipe keeps its
/// look.
struct StableHash {
  private var state: UInt64

  init(_ text: String) {
    state = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// A number below `count` that depends on the text alone.
  func pick(_ count: Int) -> Int {
    Int(scrambled() % UInt64(max(count, 1)))
  }

  /// The next number below `count`.
  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return pick(count)
  }

  private func scrambled() -> UInt64 {
    var value = state
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ (value >> 29)) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ (value >> 32)
  }
}
