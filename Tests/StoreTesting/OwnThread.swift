import Dispatch
import Foundation

/// Runs what a test does while a process of its own is alive:
///
/// ```swift
/// async let child: Void = Self.runChild(url.path)
/// try await withTaskExecutorPreference(OwnThread()) { try Self.write(url.path) }
/// await child
/// ```
///
/// All tests share as many threads as there are processors, and for each process that an exit test has
/// begun one of them does nothing but listen to it. Two such processes, each of which waits for the
/// test that began it, would leave no thread for these tests.
// Sendable: a constant.
public final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "perennial.tests.own-thread")

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Waits until something is so, and keeps the thread: for ``OwnThread``, and for processes that have
/// no other tests.
///
/// - Returns: Whether it came to be.
public func patiently(
  within limit: Duration = .seconds(30), _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end { return false }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return true
}
