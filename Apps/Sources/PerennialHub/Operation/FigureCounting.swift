import Logging
import ServiceLifecycle

/// Keeps the numbers of the database up to date while the hub runs.
struct FigureCounting: Service {
  let hub: Hub

  func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      let start = ContinuousClock.now
      do {
        try await hub.figures.count(hub.storage)
      } catch {
        hub.logger.error("The database cannot be counted", metadata: ["error": "\(error)"])
      }
      let pause = max(hub.options.figuresInterval, (ContinuousClock.now - start) * 100)
      // A cancelled sleep ends the loop.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
  }
}
