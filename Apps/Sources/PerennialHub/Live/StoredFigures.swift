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
