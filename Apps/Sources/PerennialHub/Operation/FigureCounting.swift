import Logging
import ServiceLifecycle

/// Keeps the numbers of the database up to date while the hub runs.
struct FigureCounting: Service {
  let figures: StoredFigures
  let storage: any StorageMaintenance
  /// The interval of the counts. It is longer if a count takes long.
  let interval: Duration
  let logger: Logger

  func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      let start = ContinuousClock.now
      do {
        try await figures.count(storage)
      } catch {
        logger.error("The database cannot be counted", metadata: ["error": "\(error)"])
      }
      let pause = max(interval, (ContinuousClock.now - start) * 100)
      // A cancelled sleep ends the loop.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
  }
}
