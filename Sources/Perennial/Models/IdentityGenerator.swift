import Foundation
import Synchronization

/// Identities for new objects: 63-bit numbers that ascend within a process and, as far as its clock
/// does, from process to process.
///
/// An object keeps the number for life: it is the row's primary key when it is saved. So a
/// temporary identifier equals its permanent successor and hashes like it, references between new
/// objects need no remapping, and rows lie in the file in the order of their creation.
///
/// A process starts at `milliseconds since 2001 << 22`, plus 22 random bits, and counts on by one.
/// Nobody makes four million objects in each millisecond, so the counter never overtakes the
/// clock, and only processes that start within the same millisecond could meet, if their random
/// bits are close; the primary key would refuse the second row.
package enum IdentityGenerator {
  private static let counter = Atomic<Int64>(start())

  private static func start() -> Int64 {
    let milliseconds = Int64(max(0, Date().timeIntervalSinceReferenceDate) * 1000)
    return milliseconds << 22 | Int64.random(in: 0..<(1 << 22))
  }

  /// The first of `count` numbers that nobody else gets, greater than all before.
  package static func reserve(_ count: Int64) -> Int64 {
    counter.add(count, ordering: .relaxed).newValue - count + 1
  }

  /// A number greater than all that this process was given before.
  package static func next() -> Int64 {
    counter.add(1, ordering: .relaxed).newValue
  }
}
