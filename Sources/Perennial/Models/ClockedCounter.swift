import Foundation
import Synchronization

/// A counter of 63-bit numbers. They ascend within a process and, as far as the clock does, from
/// process to process.
///
/// A counter starts at `milliseconds since 2001 << 22`, plus 22 random bits, and increments by one.
/// No process needs four million numbers in each millisecond, so the counter never overtakes the
/// clock. Only processes that start within the same millisecond can produce equal numbers, if their
/// random bits are close. For identities, the primary key would reject the second row.
final class ClockedCounter: Sendable {
  private let last: Atomic<Int64>

  init() {
    let milliseconds = Int64(max(0, Date().timeIntervalSinceReferenceDate) * 1000)
    last = Atomic(milliseconds << 22 | Int64.random(in: 0..<(1 << 22)))
  }

  /// Returns a number greater than all before.
  func next() -> Int64 { reserve(1) }

  /// Reserves `count` consecutive numbers, greater than all before, and returns the first of them.
  func reserve(_ count: Int64) -> Int64 {
    last.add(count, ordering: .relaxed).newValue - count + 1
  }
}
