import Foundation

/// A value protected by a lock.
///
/// It works like `Synchronization.Mutex`, with a lock that the thread sanitizer supports. On Linux a `Mutex`
/// waits inside a library that is not instrumented, and every use looks like a data race.
// Sendable: the value is only accessed under the lock.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var guarded: Value

  init(_ value: Value) { guarded = value }

  /// The value. A change that depends on the former value uses ``withLock(_:)``.
  var value: Value {
    get { withLock { $0 } }
    set { withLock { $0 = newValue } }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&guarded)
  }
}
