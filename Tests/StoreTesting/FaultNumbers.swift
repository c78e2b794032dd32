import RandomTesting

/// The numbers of the operations that a disk fails at, one after the other, without an end: 1, and then greater ones.
///
/// A run with all of them has every number. In another one they have random gaps, which follow from
/// `TestSeeds`.
public struct FaultNumbers: Sequence, IteratorProtocol, Sendable {
  private var last = 0
  private var random = SeededGenerator(seed: TestSeeds.first)
  private let longestStep: Int

  /// Creates the numbers of a share of all operations.
  ///
  /// - Parameter percent: The share, from 1 to 100.
  public init(percent: Int) {
    // Steps from 1 to n are (n + 1) / 2 long on average.
    longestStep = Swift.max(200 / Swift.max(percent, 1) - 1, 1)
  }

  public mutating func next() -> Int? {
    last += last == 0 ? 1 : 1 + random.index(longestStep)
    return last
  }
}
