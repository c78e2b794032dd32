import Logging
import ServiceLifecycle
import Synchronization

/// The numbers of what the database has, counted again and again.
///
/// Counting takes at most a hundredth of the time, also in a large database.
final class StoredFigures: Sendable {
  /// The numbers of one count.
  struct Content: Sendable {
    var statistics = HubStatistics()
    var databaseBytes: Int64 = 0
    /// `true` if the last count has succeeded.
    var isCurrent = false
  }

  private let content = Mutex(Content())

  /// The newest numbers.
  var current: Content { content.withLock { $0 } }

  /// Counts once. After a failure, the former numbers stay.
  func count(_ storage: any StorageMaintenance) async throws {
    do {
      let statistics = try await storage.statistics()
      let bytes = try await storage.size()
      content.withLock {
        $0 = Content(statistics: statistics, databaseBytes: bytes, isCurrent: true)
      }
    } catch {
      content.withLock { $0.isCurrent = false }
      throw error
    }
  }
}

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
