/// The longest time that a process lives before a test kills it.
///
/// It follows the machine: about as many processes are killed early in their work as late. Until one was late for the
/// first time, it doubles, because a process first has to start.
public struct KillReach: Sendable {
  /// The time, in microseconds.
  public private(set) var microseconds: UInt32
  private let range: ClosedRange<UInt32>
  private var wasLate = false

  public init(_ microseconds: UInt32, within range: ClosedRange<UInt32>) {
    (self.microseconds, self.range) = (microseconds, range)
  }

  /// Shortens the time after a process that was killed late, and lengthens it after another one.
  public mutating func adjust(isLate: Bool) {
    wasLate = wasLate || isLate
    let tenths: UInt32 = isLate ? 9 : wasLate ? 11 : 20
    microseconds = min(max(microseconds / 10 * tenths, range.lowerBound), range.upperBound)
  }
}
