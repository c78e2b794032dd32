import Foundation
import Synchronization

/// Numbers of 63 bits that ascend within a process and, as far as its clock does, from process to
/// process.
///
/// A counter starts at `milliseconds since 2001 << 22`, plus 22 random bits, and counts on by one.
/// Nobody needs four million numbers in each millisecond, so it never overtakes the clock, and only
/// processes that start within the same millisecond could meet, if their random bits are close:
/// for identities, the primary key would refuse the second row.
final class ClockedCounter: Sendable {
  private let last: Atomic<Int64>

  init() {
    let milliseconds = Int64(max(0, Date().timeIntervalSinceReferenceDate) * 1000)
    last = Atomic(milliseconds << 22 | Int64.random(in: 0..<(1 << 22)))
  }

  /// A number greater than all before.
  func next() -> Int64 { reserve(1) }

  /// The first of `count` numbers that nobody else gets, greater than all before.
  func reserve(_ count: Int64) -> Int64 {
    last.add(count, ordering: .relaxed).newValue - count + 1
  }
}
