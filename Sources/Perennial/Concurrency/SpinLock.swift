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

/// A lock for a few instructions that two threads hardly ever want at once.
///
/// Taking it costs a single atomic exchange, and giving it back a store. It is not recursive: what
/// runs under it calls nobody and releases nothing.
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

  /// Lets another thread run, which may be the one that has the lock.
  private static func yield() {
    #if canImport(WinSDK)
    // Written with care; not run.
    _ = SwitchToThread()
    #else
    sched_yield()
    #endif
  }
}
