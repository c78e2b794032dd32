import PerennialRecords
import Synchronization

/// A clock that a test can move.
final class TestClock: Sendable {
  private let offset = Mutex<Int64>(0)

  /// The time, in milliseconds since 1970.
  var now: Int64 { offset.withLock { $0 } + StampClock.systemMilliseconds }

  /// Moves the clock forward.
  func advance(by milliseconds: Int64) { offset.withLock { $0 += milliseconds } }
}
