import Foundation

/// How far something long is, for who waits for it, and whether it is to stop.
package struct OperationProgress {
  private let progress: Progress?

  /// A part of the thread's current progress, if it has one.
  ///
  /// - Parameter expected: How much there is to do, as far as that is known.
  package init(expected: Int = 0) {
    progress = Progress.current() == nil ? nil : Progress(totalUnitCount: Int64(expected))
  }

  /// For work that is done on another thread than that of whoever waits.
  init(_ progress: Progress) { self.progress = progress }

  /// - Throws: `CancellationError`.
  package func check() throws {
    if Task.isCancelled || progress?.isCancelled == true { throw CancellationError() }
  }

  func expect(_ count: Int) { progress?.totalUnitCount = Int64(count) }

  func report(_ count: Int) {
    guard let progress else { return }
    progress.completedUnitCount = min(Int64(count), progress.totalUnitCount)
  }

  package func finish(_ count: Int) {
    guard let progress else { return }
    // Even nothing is something that can be done.
    progress.totalUnitCount = max(Int64(count), 1)
    progress.completedUnitCount = progress.totalUnitCount
  }

  /// Does a part of the work, which tells the thread's current progress how far it is by itself.
  ///
  /// - Parameter count: How much the part is of what is expected.
  package func part<Result>(_ count: Int, _ work: () throws -> Result) throws -> Result {
    try check()
    guard let progress else { return try work() }
    progress.becomeCurrent(withPendingUnitCount: Int64(count))
    defer { progress.resignCurrent() }
    return try work()
  }
}
