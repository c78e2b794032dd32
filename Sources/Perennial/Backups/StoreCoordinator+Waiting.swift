import Dispatch
import Foundation

extension StoreCoordinator {
  /// Runs work that waits for a disk outside the cooperative thread pool, where it would block one of the few
  /// threads that run all tasks of the program. If the task is cancelled, the progress is cancelled.
  func outsideThePool<Result: Sendable>(
    _ progress: Progress,
    _ work: @escaping @Sendable (StoreCoordinator, OperationProgress) throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Swift.Result { try work(self, OperationProgress(progress)) })
        }
      }
    } onCancel: {
      progress.cancel()
    }
  }
}
