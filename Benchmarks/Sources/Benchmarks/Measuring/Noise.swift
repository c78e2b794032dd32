/// The difference between two contenders that do the same, in the same rounds: differences of this
/// size between others mean nothing.
struct Noise: Codable, Sendable {
  /// The median of the second contender divided by that of the first.
  let ratio: Double

  /// The lowest and the highest ratio of a single round.
  let lowest: Double
  let highest: Double

  /// Compares the figures of two contenders, round by round; nil if one of them has none.
  init?(_ first: [Double], _ second: [Double]) {
    let ratios = zip(first, second).map { $1 / $0 }
    guard let ratio = first.median.flatMap({ first in second.median.map { $0 / first } }),
      let lowest = ratios.min(), let highest = ratios.max()
    else { return nil }
    self.ratio = ratio
    self.lowest = lowest
    self.highest = highest
  }
}
