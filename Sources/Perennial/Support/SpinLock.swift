import Synchronization

#if canImport(WinSDK)
import WinSDK
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A lock for a few instructions with almost no contention.
///
/// Locking costs a single atomic exchange, and unlocking a store. The lock is not recursive: code that runs
/// under it must not call other code or release objects.
struct SpinLock: ~Copyable {
  private let isTaken = Atomic<Bool>(false)

  @inline(__always)
  func lock() {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
  }

  @inline(__always)
  func unlock() { isTaken.store(false, ordering: .releasing) }

  @inline(never)
  private func wait() {
    repeat {
      while isTaken.load(ordering: .relaxed) { Self.yield() }
    } while isTaken.exchange(true, ordering: .acquiring)
  }

  /// Lets another thread run, possibly the owner of the lock.
  private static func yield() {
    #if canImport(WinSDK)
    // This branch has not been run.
    _ = SwitchToThread()
    #else
    sched_yield()
    #endif
  }
}
