import Foundation

/// A value behind a lock.
///
/// As `Synchronization.Mutex`, on a lock that the thread sanitizer knows: on Linux a `Mutex` waits
/// inside a library that is not instrumented, and every use of one looks like a race.
// Sendable: the value is reached under the lock only.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
