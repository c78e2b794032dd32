import Dispatch

/// Work that can wait for a disk or a lock. It runs one after the other on a queue of its own, and never on a
/// thread of the cooperative pool or on the main thread.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// Creates a queue with a label for debuggers.
  init(_ label: String) { queue = DispatchQueue(label: label, qos: .utility) }

  /// Runs a closure, and suspends until it has ended.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
