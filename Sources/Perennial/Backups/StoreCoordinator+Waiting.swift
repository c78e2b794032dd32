import Dispatch
import Foundation

extension StoreCoordinator {
  /// Runs what waits for a disk on a thread of its own: it would keep one of the few on which all tasks
  /// of the program run. If the task is cancelled, the progress is.
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
