import Foundation

/// How far something long is, for who waits for it, and whether it is to stop.
struct OperationProgress {
  private let progress: Progress?

  /// A part of the thread's current progress, if it has one.
  ///
  /// - Parameter expected: How much there is to do, as far as that is known.
  init(expected: Int = 0) {
    progress = Progress.current() == nil ? nil : Progress(totalUnitCount: Int64(expected))
  }

  /// For work that is done on another thread than that of whoever waits.
  init(_ progress: Progress) { self.progress = progress }

  /// - Throws: `CancellationError`.
  func check() throws {
    if Task.isCancelled || progress?.isCancelled == true { throw CancellationError() }
  }

  func expect(_ count: Int) { progress?.totalUnitCount = Int64(count) }

  func report(_ count: Int) {
    guard let progress else { return }
    progress.completedUnitCount = min(Int64(count), progress.totalUnitCount)
  }

  func finish(_ count: Int) {
    guard let progress else { return }
    // Even nothing is something that can be done.
    progress.totalUnitCount = max(Int64(count), 1)
    progress.completedUnitCount = progress.totalUnitCount
  }
}
