import Synchronization

/// The failures of the database that requests have met. A check alone does not find all of them: a file that has
/// reached its greatest size still takes small writes.
final class StorageHealth: Sendable {
  /// The time for which a hub isn't ready after a failure, in milliseconds.
  static let period: Int64 = 10_000

  private let last = Mutex<Int64?>(nil)

  /// Notes that a request has failed, at a time in milliseconds since 1970.
  func fail(at time: Int64) { last.withLock { $0 = time } }

  /// Returns `true` if a request has failed within ``period`` before a time.
  func hasFailed(before time: Int64) -> Bool {
    last.withLock { $0.map { time >= $0 && time - $0 < Self.period } ?? false }
  }
}
