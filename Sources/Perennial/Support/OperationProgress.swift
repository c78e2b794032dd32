import Foundation

/// Reports the progress of a long operation to the current `Progress` and checks for cancellation.
package struct OperationProgress {
  private let progress: Progress?

  /// Creates a part of the thread's current progress, if it has one.
  ///
  /// - Parameter expected: The number of units of work, as far as it is known.
  package init(expected: Int = 0) {
    progress = Progress.current() == nil ? nil : Progress(totalUnitCount: Int64(expected))
  }

  /// Reports to a given progress. Used if the work runs on another thread than the waiting caller.
  init(_ progress: Progress) { self.progress = progress }

  /// - Throws: `CancellationError`.
  package func check() throws {
    if Task.isCancelled || progress?.isCancelled == true { throw CancellationError() }
  }

  package func expect(_ count: Int) { progress?.totalUnitCount = Int64(count) }

  package func report(_ count: Int) {
    guard let progress else { return }
    progress.completedUnitCount = min(Int64(count), progress.totalUnitCount)
  }

  package func finish(_ count: Int) {
    guard let progress else { return }
    // The total is at least 1: a `Progress` with a total of 0 does not finish.
    progress.totalUnitCount = max(Int64(count), 1)
    progress.completedUnitCount = progress.totalUnitCount
  }

  /// Runs a part of the work that reports to the thread's current progress by itself.
  ///
  /// - Parameter count: The number of units of the part.
  package func part<Result>(_ count: Int, _ work: () throws -> Result) throws -> Result {
    try check()
    guard let progress else { return try work() }
    progress.becomeCurrent(withPendingUnitCount: Int64(count))
    defer { progress.resignCurrent() }
    return try work()
  }
}
